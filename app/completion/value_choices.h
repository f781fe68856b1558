#pragma once

#include "app/completion/completion.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Names that start with `typed`. If there are more than a hundred, only up to the end of their next part:
/// "model.layers.". Skips names that a shell could not keep on one line.
std::vector<Completion::Choice> tensorChoices(std::span<const std::string> paths, const std::string& typed);

/// Writable dtypes; completes the part after the "=" of FROM=TO, if there is one. Ignores case: "bf" for "BF16".
std::vector<Completion::Choice> dtypeChoices(const std::string& typed);

/// The filter `typed`, with its last word completed from the contents of the checkpoints.
std::vector<Completion::Choice> filterChoices(
    std::span<const std::string> paths, const std::string& typed, FilterSubject subject);

/// Those of `words` that start with `typed`, or with what follows its last comma. Keeps a "-" before the word.
std::vector<Completion::Choice> wordChoices(std::span<const std::string> words, const std::string& typed);

} // namespace loupe
