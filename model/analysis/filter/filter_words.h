#pragma once

#include "analysis/filter/filter.h"

#include <string_view>

namespace loupe {

/// The test that a word stands for, its `-` already taken off. Fails with InvalidArgument: what is wrong with the word.
Result<Filter::Word> parseFilterWord(std::string_view word, FilterSubject subject);

} // namespace loupe
