#include "app/cli/writing/convert_choice.h"

#include "app/cli/tensor_choice.h"
#include "core/text/quote.h"

namespace loupe {

namespace {

/// Counts those of `tensors` among `candidates`, and adds them to `chosen`.
std::uint32_t addThose(const TensorSet& tensors, const TensorSet& candidates, TensorSet& chosen)
{
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        if (!tensors.contains(i) || !candidates.contains(i))
            continue;
        chosen.insert(i);
        ++count;
    }
    return count;
}

/// Whether the error is a mistake in the request, and not a read error.
bool isMistake(const Error& error)
{
    return error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::InvalidFilter;
}

/// All `candidates` that match any of `texts`.
Result<TensorSet> chooseAny(const std::shared_ptr<const Checkpoint>& checkpoint, const TensorSet& candidates,
    const char* option, const std::vector<std::string>& texts, const Session& session,
    std::vector<std::string>& remarks)
{
    TensorSet chosen(candidates.size());
    for (const std::string& text : texts) {
        const auto meant = selectTensors(checkpoint, text, session);
        if (!meant && isMistake(meant.error())) {
            return fail(
                ErrorCode::InvalidArgument, "is " + quote(text) + ": " + meant.error().message, std::string(option));
        }
        if (!meant)
            return fail(meant.error());
        if (addThose(*meant, candidates, chosen) == 0)
            remarks.push_back(std::string(option) + ' ' + quote(text) + ": no tensor matches");
    }
    return chosen;
}

} // namespace

Result<ConvertChoice> chooseToConvert(
    const std::shared_ptr<const Checkpoint>& checkpoint, const ConvertOptions& options, const Session& session)
{
    auto kept = filterTensors(checkpoint, session);
    if (!kept)
        return fail(std::move(kept.error()));
    ConvertChoice choice;
    if (kept->count() == 0 && !checkpoint->tensors.empty()) {
        choice.remarks.push_back(noMatchText(*checkpoint, options.common.filter));
        choice.tensors = std::move(*kept);
        return choice;
    }
    if (!options.select.empty())
        kept = chooseAny(checkpoint, *kept, "--select", options.select, session, choice.remarks);
    const auto dropped = kept.and_then([&](const TensorSet& selected) {
        return chooseAny(checkpoint, selected, "--drop", options.drop, session, choice.remarks);
    });
    if (!dropped)
        return fail(dropped.error());
    choice.tensors = TensorSet(kept->size());
    for (std::uint32_t i = 0; i < kept->size(); ++i) {
        if (kept->contains(i) && !dropped->contains(i))
            choice.tensors.insert(i);
    }
    return choice;
}

} // namespace loupe
