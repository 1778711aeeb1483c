// Manifests of weight files, and model cards made from them.
#include "learning/harness/manifest.h"

#include <doctest/doctest.h>
#include <filesystem>

#include "learning/harness/model_card.h"
#include "models/format/file_io.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

Manifest sample() {
  Manifest manifest;
  manifest.tool = {"1.2.3", "abcdef"};
  manifest.command = "trivium-learn toy --seed 5";
  manifest.origin = "learned: a toy";
  manifest.seed = 5;
  manifest.data = {{"games.csv", std::string(64, 'a'), "MIT"}};
  manifest.counts = {{"games", 12}};
  manifest.figures = {{"log_loss", 0.5}};
  manifest.standard_errors = {{"pawn", 0.01}};
  return manifest;
}

format::WeightFile file_with(const Manifest& manifest) {
  format::WeightFile file;
  file.kind = "toy.linear";
  file.schema = 1;
  file.feature_names = {"pawn", "queen"};
  file.manifest = manifest.to_json();
  const std::vector<double> weights{1.25, 9.0};
  file.tensors = format::linear_tensors(file.feature_names, weights);
  return file;
}

}  // namespace

TEST_CASE("a manifest is a JSON object that contains only what was set") {
  CHECK(
      sample().to_json() ==
      R"({"command":"trivium-learn toy --seed 5","commit":"abcdef","counts":{"games":12},"data":[{"licence":"MIT","name":"games.csv",)"
      R"("sha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}],"figures":{"log_loss":0.5},)"
      R"("origin":"learned: a toy","seed":5,"standard_errors":{"pawn":0.01},"version":"1.2.3"})");
  CHECK(Manifest{}.to_json() == R"({"command":"","commit":"","origin":"","version":""})");
  Manifest beside;
  beside.value = {{"v", "12", ""}, {}, "", {}};
  CHECK(
      beside.to_json() ==
      R"({"command":"","commit":"","origin":"","value":{"file":"v","sha256":"12"},"version":""})");
  beside.value = {{"v", "12", ""}, {"1.2", "abc"}, "make v", {{"g", "34", "own"}}};
  CHECK(contains(
      beside.to_json(),
      R"("value":{"command":"make v","commit":"abc","data":[{"licence":"own","name":"g","sha256":"34"}],)"
      R"("file":"v","sha256":"12","version":"1.2"},)"));
  beside.command = "--data \xFF";
  CHECK(contains(beside.to_json(), "{\"command\":\"--data \xEF\xBF\xBD\","));
}

TEST_CASE("a card states what the weight file states") {
  const TemporaryFolder folder;
  const auto path = write_with_card(folder.path(), file_with(sample()),
                                    {"Toy weights.", "By guessing.", "Do not use."});
  const format::WeightFile file = format::read_weight_file(path);
  const auto bytes = format::read_file(folder.path() / (path.stem().string() + ".md"), 100'000);
  const std::string card(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  CHECK(contains(card, "# toy.linear-" + file.sha256.substr(0, 8) + ".safetensors"));
  CHECK(contains(card, file.sha256));
  CHECK(contains(card, file.features_hash()));
  CHECK(contains(card, "    trivium-learn toy --seed 5\n"));
  CHECK(contains(card, "Trivium 1.2.3, commit abcdef"));
  CHECK(contains(card, "| games.csv | MIT | `" + std::string(64, 'a') + "` |"));
  CHECK(contains(card, "| log_loss | 0.5 |"));
  CHECK(contains(card, "| pawn | 1.25 | 0.01 |"));
  CHECK(contains(card, "| queen | 9 | - |"));
}

TEST_CASE("a card begins with purpose and strength, and ends with hashes") {
  format::WeightFile file = file_with(sample());
  file = format::parse_weight_file(format::weight_file_bytes(file), "toy");
  CardText text{"Toy weights.", "By guessing.", "Do not use."};
  text.strength = "Beats chance.";
  text.data = "Guesses.";
  const std::string card = model_card(file, text);
  CHECK(contains(
      card,
      "\n\nToy weights.\n\n## Strength\n\nBeats chance.\n\n## Training data\n\nGuesses.\n\n"
      "## Limitations\n\nDo not use.\n\n## License\n\n"));
  CHECK(contains(card, "Training data: MIT.\n\n## How it was made\n"));
  CHECK(card.find(file.sha256) > card.find("\n<details>\n"));
  CHECK(card.find(std::string(64, 'a')) > card.find("\n<details>\n"));
  CHECK(card.ends_with("\n</details>\n"));
}

TEST_CASE("a card names each license of the data once, and states if one is missing") {
  Manifest manifest = sample();
  manifest.data = {{"a", "1", "own"}, {"b", "2", ""}, {"c", "3", "CC0"}, {"d", "4", "own"}};
  const auto card_with = [](const Manifest& made) {
    format::WeightFile file = file_with(made);
    file = format::parse_weight_file(format::weight_file_bytes(file), "toy");
    return model_card(file, {"Toy weights.", "By guessing.", "Do not use."});
  };
  CHECK(contains(card_with(manifest), "Training data: CC0; own.\n"));
  manifest.data.clear();
  CHECK(contains(card_with(manifest), "Training data: none stated.\n"));
}

TEST_CASE(
    "a card has the name of its weight file, also if two names differ only in the extension") {
  CHECK(card_of("a/v1.safetensors") == "a/v1.md");
  CHECK(card_of("a/v1") == "a/v1.md");
  CHECK(card_of("a/v1.1") == "a/v1.1.md");
  CHECK(card_of("a/v1.2.safetensors") == "a/v1.2.md");
  CHECK(card_of("a/v1.txt") == "a/v1.txt.md");
}

TEST_CASE("a card replaces an old card but no other file") {
  const TemporaryFolder folder;
  const CardText text{"Toy weights.", "By guessing.", "Do not use."};
  const auto written = [&](const char* name) {
    return write_with_card(folder / name, file_with(sample()), text);
  };
  CHECK(written("toy.safetensors") == folder / "toy.safetensors");
  CHECK(contains(folder.read("toy.md"), "Do not use."));
  CHECK_NOTHROW(require_card_place(folder / "toy.safetensors"));
  CHECK_NOTHROW(written("toy.safetensors"));

  for (const char* foreign :
       {"# Trivium\n\nWhat it is.\n", "", "# toy.linear.safetensors\n",
        "# toy-12345678.safetensors, read\n", "toy.linear-12345678.safetensors\n",
        "# toy.linear-1234567x.safetensors\n"}) {
    CAPTURE(foreign);
    folder.write("README.md", foreign);
    CHECK_THROWS_WITH_AS(require_card_place(folder / "README.safetensors"),
                         doctest::Contains("README.md: is not a card of weights"),
                         format::LoadError);
    CHECK_THROWS_AS(written("README.safetensors"), format::LoadError);
    CHECK(folder.read("README.md") == foreign);
    CHECK_FALSE(std::filesystem::exists(folder / "README.safetensors"));
  }
  CHECK_THROWS_WITH_AS(require_card_place(folder / "notes.md"),
                       doctest::Contains("notes.md: a name for the card"), format::LoadError);
  CHECK_NOTHROW(require_card_place(folder.path()));
}

TEST_CASE("if the card does not fit on the disk, no weight file is written") {
  const TemporaryFolder folder;
  const CardText text{"Toy weights. " + std::string(100'000, '.'), "By guessing.", "Do not use."};
  {
    const ShortFiles disk(50'000);
    CHECK_THROWS_AS(write_with_card(folder / "toy.safetensors", file_with(sample()), text),
                    format::LoadError);
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a card without standard errors has one row for the features of a group") {
  format::WeightFile file;
  file.kind = "toy.linear";
  file.schema = 1;
  file.feature_names = {"pawn", "mobility[0]", "mobility[1]", "mobility[2]", "tempo"};
  file.tensors =
      format::linear_tensors(file.feature_names, std::vector<double>{1, 0.5, 0.25, -2, 0.1});
  file = format::parse_weight_file(format::weight_file_bytes(file), "toy");
  const std::string card = model_card(file, {"Toy weights.", "By guessing.", "Do not use."});
  CHECK(contains(card, "| pawn | 1 |\n| mobility[0] to [2] | 0.5 0.25 -2 |\n| tempo | 0.1 |\n"));
}

TEST_CASE("weights that do not belong to features are listed after the others") {
  format::WeightFile file = file_with(sample());
  file = format::parse_weight_file(format::weight_file_bytes(file), "toy");
  CardText text{"Toy weights.", "By guessing.", "Do not use."};
  text.more_weights = "And luck: 3.";
  CHECK(contains(model_card(file, text), "| queen | 9 | - |\n\nAnd luck: 3.\n\n<details>\n"));
}

TEST_CASE("a data file is described by its name and hash") {
  const TemporaryFolder folder;
  format::write_file_atomically(folder.path() / "abc.txt", std::string_view("abc"));
  const DataSource source = describe_data(folder.path() / "abc.txt", "CC0");
  CHECK(source.name == "abc.txt");
  CHECK(source.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_THROWS_AS(describe_data(folder.path() / "none.txt", ""), format::LoadError);
}
