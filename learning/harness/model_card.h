// Writes the model card of a weight file: a Markdown page that states the purpose of the weights,
// their strength, training data, limitations and license. Commands, figures and weights follow;
// hashes are last, folded. All facts come from the file; only the prose is added.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "models/format/weight_file.h"

namespace trivium::learning {

struct CardText {
  std::string summary;         ///< purpose of the weights, in one or two sentences
  std::string method;          ///< how they were trained, readable without the code
  std::string limits;          ///< limitations
  std::string more_weights{};  ///< Markdown after the table of weights; may be empty
  std::string strength{};      ///< strength, or the command that measures it
  std::string data{};          ///< training data, in a sentence
};

/// Returns the model card, in Markdown. It contains the weights if `file` has feature names.
/// Requires: `file` was read, so its hash is known.
std::string model_card(const format::WeightFile& file, const CardText& text);

/// Returns the path of the card of a weight file: NAME.md beside NAME.safetensors, or NAME.md
/// beside a file with any other NAME ("v1.1.md" for "v1.1").
std::filesystem::path card_of(const std::filesystem::path& weights);

/// Throws format::LoadError if write_with_card() would replace a file that is not a card, or if
/// `target` has the extension of a card. Does not check a folder.
void require_card_place(const std::filesystem::path& target);

/// Writes weights and card together (format::write_files_atomically()). `target` is a file or a
/// folder, as for format::write_weight_file(). Returns the path of the weight file. Throws as
/// require_card_place() does, which should also be called before the training.
std::filesystem::path write_with_card(const std::filesystem::path& target,
                                      const format::WeightFile& file, const CardText& text);

/// Returns `text` as a Markdown code block: four spaces before each line.
std::string indented(std::string_view text);

}  // namespace trivium::learning
