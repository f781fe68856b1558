#pragma once

#include "app/completion/completion.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Names that begin with `typed`. Of more than a hundred, only up to the end of their next part: "model.layers.".
/// Without those that a shell could not keep in one line.
std::vector<Completion::Choice> tensorChoices(std::span<const std::string> paths, const std::string& typed);

/// dtypes that can be written, after the "=" of FROM=TO where there is one. In any case, "bf" for "BF16".
std::vector<Completion::Choice> dtypeChoices(const std::string& typed);

/// The filter `typed`, its last word completed from what the checkpoints hold.
std::vector<Completion::Choice> filterChoices(
    std::span<const std::string> paths, const std::string& typed, FilterSubject subject);

/// Those of `words` that begin with `typed`, or with what follows its last comma. A "-" before the word is kept.
std::vector<Completion::Choice> wordChoices(std::span<const std::string> words, const std::string& typed);

} // namespace loupe
