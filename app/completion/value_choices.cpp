#include "app/completion/value_choices.h"

#include "analysis/filter/filter_completion.h"
#include "core/remote/remote_files.h"
#include "core/text/ascii.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>

namespace loupe {

namespace {

using Choices = std::vector<Completion::Choice>;
using Checkpoints = std::vector<std::shared_ptr<const Checkpoint>>;

constexpr std::size_t mostWholeNames = 100;
constexpr std::size_t mostNames = 1000;

/// Opens only local files, because completion must not wait for a server. Does not finish interrupted edits.
Checkpoints openLocally(std::span<const std::string> paths)
{
    Checkpoints checkpoints;
    for (const std::string& path : paths) {
        if (isAddress(path))
            continue;
        auto stored = openCheckpoint(path);
        if (!stored)
            continue;
        auto logical = quantized::logicalOf(*stored);
        checkpoints.push_back(logical ? std::move(*logical) : std::move(*stored));
    }
    return checkpoints;
}

bool fitsALine(std::string_view name)
{
    return std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; });
}

std::set<std::string> namesLike(const Checkpoints& checkpoints, std::string_view typed)
{
    std::set<std::string> names;
    for (const auto& checkpoint : checkpoints) {
        for (const Tensor& tensor : checkpoint->tensors) {
            if (tensor.name.starts_with(typed) && fitsALine(tensor.name))
                names.emplace(tensor.name);
        }
    }
    return names;
}

/// Each name up to the first "." or "/" after the first `typed` bytes.
std::set<std::string> partsOf(const std::set<std::string>& names, std::size_t typed)
{
    std::set<std::string> parts;
    for (const std::string& name : names) {
        const std::size_t end = name.find_first_of("./", typed);
        parts.insert(end == std::string::npos ? name : name.substr(0, end + 1));
    }
    return parts;
}

} // namespace

Choices tensorChoices(std::span<const std::string> paths, const std::string& typed)
{
    std::set<std::string> names = namesLike(openLocally(paths), typed);
    if (names.size() > mostWholeNames) {
        std::size_t shared = typed.size();
        // All names may continue in the same way; then offer the parts after that.
        std::set<std::string> parts = partsOf(names, shared);
        while (parts.size() == 1 && parts.begin()->size() > shared) {
            shared = parts.begin()->size();
            parts = partsOf(names, shared);
        }
        names = std::move(parts);
    }
    Choices choices;
    for (const std::string& name : names) {
        if (choices.size() == mostNames)
            break;
        choices.push_back({name, {}});
    }
    return choices;
}

Choices dtypeChoices(const std::string& typed)
{
    const std::size_t begin = typed.find('=') + 1; // 0 if there is none
    const std::string wanted = asciiLower(typed.substr(begin));
    Choices choices;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        if (canCast(DType::F32, dtype) && asciiLower(dtypeName(dtype)).starts_with(wanted))
            choices.push_back({typed.substr(0, begin).append(dtypeName(dtype)), std::string(info(dtype).description)});
    }
    return choices;
}

Choices filterChoices(std::span<const std::string> paths, const std::string& typed, FilterSubject subject)
{
    const Checkpoints checkpoints = openLocally(paths);
    std::vector<const Checkpoint*> pointers;
    for (const auto& checkpoint : checkpoints)
        pointers.push_back(checkpoint.get());
    const auto vocabulary = collectVocabulary(pointers);
    const FilterCompletion completion =
        completeFilter(typed, typed.size(), subject, vocabulary && !pointers.empty() ? &*vocabulary : nullptr);
    Choices choices;
    for (const FilterChoice& choice : completion.choices) {
        if (!fitsALine(choice.text))
            continue;
        const std::string count = std::to_string(choice.tensors) + (choice.tensors == 1 ? " tensor" : " tensors");
        choices.push_back(
            {typed.substr(0, completion.begin) + choice.text, choice.tensors == 0 ? std::string() : count});
    }
    return choices;
}

Choices wordChoices(std::span<const std::string> words, const std::string& typed)
{
    std::size_t begin = typed.rfind(',') + 1; // 0 if there is none
    if (begin < typed.size() && typed[begin] == '-')
        ++begin;
    Choices choices;
    for (const std::string& word : words) {
        if (word.starts_with(std::string_view(typed).substr(begin)))
            choices.push_back({typed.substr(0, begin) + word, {}});
    }
    return choices;
}

} // namespace loupe
