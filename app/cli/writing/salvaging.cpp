#include "app/cli/writing/salvaging.h"

#include "app/cli/progress_bar.h"
#include "core/text/error_json.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/opening/unread_parts.h"

#include <span>

namespace loupe {

namespace {

std::optional<Error> refuseIncomplete(const Recipe& recipe)
{
    const IncompleteItems incomplete = incompleteItems(recipe);
    if (incomplete.count == 0)
        return std::nullopt;
    const RecipeItem& first = *incomplete.first;
    const std::string more =
        incomplete.count > 1 ? ", and " + formatCount(incomplete.count - 1) + " more are incomplete" : "";
    return Error{ErrorCode::PastTheEnd,
        "tensor " + quote(first.original().name) + " is incomplete: " + missingText(*first.source, incomplete.missing)
            + more + "; --salvage writes the intact ones",
        first.source->files[first.original().file].path.string(), first.original().bytes.begin};
}

/// Prints one line per tensor for a few; for many, the first one and a line that names a few more.
void reportLeftOut(std::span<const LeftOutTensor> left, const Session& session)
{
    constexpr std::size_t few = 4;
    for (const LeftOutTensor& tensor : left.first(left.size() <= few ? left.size() : 1)) {
        Error error = tensor.why;
        error.message = "skipped: tensor " + quote(tensor.name) + ": "
            + (tensor.incomplete ? missingText(*tensor.incomplete) : tensor.why.message);
        session.report(error);
    }
    if (left.size() <= few)
        return;
    std::string names;
    for (const LeftOutTensor& tensor : left.subspan(1, few - 1))
        names += (names.empty() ? "" : ", ") + quote(tensor.name);
    session.report(Error{left.front().why.code,
        "skipped, too: " + counted(left.size() - 1, "tensor") + ", such as " + names
            + "; --json lists each with its reason",
        {}, std::nullopt});
}

Result<std::vector<LeftOutTensor>> salvage(
    Recipe& recipe, const std::vector<LeftOutTensor>& unread, const Session& session)
{
    ProgressBar bar(!session.options().quiet);
    const std::uint64_t bytes = salvageWork(recipe);
    bar.expect(bytes);
    bar.beginStep(bytes);
    auto left = keepWhole(recipe, session.work(&bar.progress()));
    if (!left)
        return left;
    left->insert(left->begin(), unread.begin(), unread.end());
    bar.without([&] { reportLeftOut(*left, session); });
    return left;
}

} // namespace

Result<std::vector<Error>> checkUnread(const Checkpoint& checkpoint, bool salvages, const Session& session)
{
    std::vector<Error> unread = unreadParts(checkpoint);
    if (!unread.empty() && !salvages) {
        if (!checkpoint.tensors.empty())
            unread.front().message += "; --salvage writes the tensors that are listed";
        return fail(std::move(unread.front()));
    }
    for (const Error& error : unread)
        session.report(error);
    return unread;
}

Result<std::optional<std::vector<LeftOutTensor>>> checkIncomplete(
    Recipe& recipe, const std::vector<LeftOutTensor>& unread, bool salvages, const Session& session)
{
    if (salvages)
        return salvage(recipe, unread, session);
    if (auto refused = refuseIncomplete(recipe))
        return fail(std::move(*refused));
    return std::nullopt;
}

void writeLeftOut(JsonWriter& json, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& left)
{
    json.key("unread");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const Error& error : unread)
        writeError(json, error);
    json.endArray();
    json.key("left_out");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const LeftOutTensor& tensor : left) {
        json.beginObject();
        json.member("name", std::string_view(tensor.name));
        json.member("bytes", tensor.incomplete ? std::optional(tensor.incomplete->bytes) : std::nullopt);
        json.member("missing_bytes", tensor.incomplete ? tensor.incomplete->missing : 0);
        json.key("error");
        writeError(json, tensor.why);
        json.endObject();
    }
    json.endArray();
}

} // namespace loupe
