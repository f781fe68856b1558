#include "app/cli/salvaging.h"

#include "app/cli/progress_bar.h"
#include "core/error_json.h"
#include "core/quote.h"
#include "core/text.h"

#include <map>

namespace loupe {

namespace {

std::optional<Error> refuseIncomplete(const Recipe& recipe)
{
    std::map<const Checkpoint*, std::vector<IncompleteTensor>> lists;
    std::optional<Error> refused;
    std::uint64_t more = 0;
    for (const RecipeItem& item : recipe.items) {
        const auto& [list, isNew] = lists.try_emplace(item.source.get());
        if (isNew)
            list->second = incompleteTensors(*item.source);
        const IncompleteTensor* const incomplete = findIncomplete(list->second, item.tensor);
        more += incomplete && refused ? 1 : 0;
        if (!incomplete || refused)
            continue;
        refused = Error{ErrorCode::PastTheEnd,
            "tensor " + quote(item.original().name) + " is not whole: " + missingText(*incomplete),
            item.source->files[item.original().file].path.string(), item.original().bytes.begin};
    }
    if (refused) {
        refused->message += more > 0 ? ", and " + formatCount(more) + " more are not whole" : "";
        refused->message += "; --salvage writes those that are";
    }
    return refused;
}

Result<std::vector<LeftOutTensor>> salvage(Recipe& recipe, const Session& session)
{
    ProgressBar bar(!session.options().quiet);
    const std::uint64_t bytes = salvageWork(recipe);
    bar.expect(bytes);
    bar.beginStep(bytes);
    auto left = keepWhole(recipe, session.work(&bar.progress()));
    if (!left)
        return left;
    bar.without([&] {
        for (const LeftOutTensor& tensor : *left) {
            Error error = tensor.why;
            error.message = "left out: tensor " + quote(tensor.name) + ": "
                + (tensor.incomplete ? missingText(*tensor.incomplete) : tensor.why.message);
            session.report(error);
        }
    });
    return left;
}

} // namespace

Result<std::optional<std::vector<LeftOutTensor>>> settleIncomplete(
    Recipe& recipe, bool salvages, const Session& session)
{
    if (salvages)
        return salvage(recipe, session);
    if (auto refused = refuseIncomplete(recipe))
        return fail(std::move(*refused));
    return std::nullopt;
}

void writeLeftOut(JsonWriter& json, const std::vector<LeftOutTensor>& left)
{
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
