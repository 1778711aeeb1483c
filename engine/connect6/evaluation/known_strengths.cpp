#include "engine/connect6/evaluation/known_strengths.h"

#include <utility>

namespace trivium::connect6 {

KnownStrengths::KnownStrengths(Knowledge knowledge, int size, std::size_t count)
    : knowledge_(std::move(knowledge)), size_(size) {
  if (knowledge_.patterns != nullptr) {
    layout_ = std::make_unique<const PatternLayout>(knowledge_.patterns->set(), size);
    strengths_ = make_strengths(*layout_, *knowledge_.patterns, count);
  } else {
    while (strengths_.size() < count)
      strengths_.push_back(make_strengths(*knowledge_.weights, size));
  }
}

}  // namespace trivium::connect6
