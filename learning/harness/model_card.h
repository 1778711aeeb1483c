// The model card: the page beside a weight file that tells users what it is for, how strong it is,
// what it was trained on, what it is not good for, and its license. Commands, figures and weights
// follow; hashes come last, folded. All facts come from the file; only the prose is added.
#pragma once

#include <filesystem>
#include <string>

#include "models/format/weight_file.h"

namespace trivium::learning {

struct CardText {
  std::string summary;         ///< what the weights are for, in one or two sentences
  std::string method;          ///< how they were found, readable without the code
  std::string limits;          ///< what they are not good for
  std::string more_weights{};  ///< Markdown after the table of weights; may be empty
  std::string strength{};      ///< how good they are, or the command that measures it
  std::string data{};          ///< what they were trained on, in a sentence
};

/// The card (Markdown) of a file that was read or written, with every weight of a linear file
/// (whose tensors are features).
std::string model_card(const format::WeightFile& file, const CardText& text);

/// Where the card of a weight file lies: beside it, as NAME.md for NAME.safetensors, as NAME.md for
/// any other NAME ("v1.1.md").
std::filesystem::path card_of(const std::filesystem::path& weights);

/// Throws format::LoadError where write_with_card() would replace something that is not a card, or
/// `target` has a card's name. Nothing is asked of a folder.
void require_card_place(const std::filesystem::path& target);

/// Writes weights and card, both or none. `target` is a file or a folder, as for
/// format::write_weight_file. Returns the path of the weight file. Throws like
/// require_card_place(), which should be called before the training.
std::filesystem::path write_with_card(const std::filesystem::path& target,
                                      const format::WeightFile& file, const CardText& text);

}  // namespace trivium::learning
