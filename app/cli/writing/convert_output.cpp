#include "app/cli/writing/convert_output.h"

#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "app/cli/writing/salvaging.h"
#include "core/quantization.h"
#include "core/text/text.h"
#include "saving/recipe/shared_items.h"

#include <map>

namespace loupe {

namespace {

void writePath(JsonWriter& json, std::string_view name, const std::filesystem::path& path)
{
    json.member(name, std::string_view(path.native()));
}

void writePaths(JsonWriter& json, std::string_view name, const std::vector<std::filesystem::path>& paths)
{
    json.key(name);
    json.beginArray();
    for (const auto& path : paths)
        json.value(std::string_view(path.native()));
    json.endArray();
}

void writeCost(JsonWriter& json, const CastCost& cost)
{
    json.key("cast");
    json.beginObject();
    json.member("changed", cost.changed);
    json.member("overflowed", cost.overflowed);
    json.member("became_zero", cost.becameZero);
    json.member("lost_nan", cost.lostNan);
    json.member("max_abs", cost.maxAbsolute);
    json.member("max_rel", cost.maxRelative);
    json.endObject();
}

void writeTensor(JsonWriter& json, const Conversion& conversion, std::size_t file, std::size_t place)
{
    const PlannedFile& planned = conversion.plan.files[file];
    const std::uint32_t index = planned.items[place];
    const RecipeItem& item = conversion.recipe.items[index];
    json.beginObject();
    json.member("name", std::string_view(item.name));
    json.member("source", item.original().name);
    json.key("dtype");
    json.beginArray();
    json.value(item.source->dtypeName(item.tensor));
    json.value(dtypeName(item.dtype));
    json.endArray();
    json.key("shape");
    json.beginArray();
    for (const std::uint64_t dimension : item.original().shape)
        json.value(dimension);
    json.endArray();
    json.member("bytes", planned.ranges[place].size());
    json.key("file_offsets");
    json.beginArray();
    json.value(planned.ranges[place].begin);
    json.value(planned.ranges[place].end);
    json.endArray();
    json.member("file", file);
    if (!conversion.costs.empty() && conversion.costs[index])
        writeCost(json, *conversion.costs[index]);
    json.endObject();
}

std::string costTable(const Conversion& conversion)
{
    using enum Columns::Align;
    std::vector<std::vector<std::string>> rows{
        {"CAST", "FROM", "TO", "CHANGED", "OVERFLOW", "TO ZERO", "LOST NAN", "LARGEST ERROR", "RELATIVE"}};
    for (std::size_t i = 0; i < conversion.costs.size(); ++i) {
        const auto& cost = conversion.costs[i];
        if (!cost)
            continue;
        const RecipeItem& item = conversion.recipe.items[i];
        rows.push_back(
            {formatName(item.name), printable(item.source->dtypeName(item.tensor)), std::string(dtypeName(item.dtype)),
                formatCount(cost->changed), formatCount(cost->overflowed), formatCount(cost->becameZero),
                formatCount(cost->lostNan), numberCell(cost->maxAbsolute), numberCell(cost->maxRelative)});
    }
    if (rows.size() == 1)
        return {};
    return table({Left, Left, Left, Right, Right, Right, Right, Right, Right}, rows);
}

/// Lists the quantized types, and the dtypes that they were converted to.
std::string quantizedLines(const Conversion& conversion)
{
    std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> counts;
    for (const RecipeItem& item : conversion.recipe.items) {
        if (!item.isDifference() && isQuantized(item.original()))
            ++counts[{item.source->dtypeName(item.tensor), dtypeName(item.dtype)}];
    }
    std::string text;
    for (const auto& [types, count] : counts) {
        text += "of " + counted(count, "tensor") + " in " + std::string(types.first) + " the values, as "
            + std::string(types.second) + '\n';
    }
    return text;
}

} // namespace

void printConversionJson(const Conversion& conversion, const Session& session)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.member("written", conversion.written);
    json.member("verified", conversion.verified);
    json.member("in_place", conversion.inPlace);
    json.member("unchanged", conversion.unchanged);
    json.member("format", conversion.recipe.format->id);
    json.key("files");
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::size_t i = 0; i < conversion.target.files.size(); ++i) {
        const PlannedFile& planned = conversion.plan.files[i];
        json.beginObject();
        writePath(json, "path", conversion.target.files[i]);
        json.member("bytes", planned.size);
        json.member("tensors", planned.items.size());
        json.endObject();
    }
    json.endArray();
    json.key("index");
    if (conversion.target.index)
        json.value(std::string_view(conversion.target.index->native()));
    else
        json.value(nullptr);
    writePaths(json, "replaced", conversion.replaced);
    writePaths(json, "left_behind", conversion.leftBehind);
    writePaths(json, "other_indexes", conversion.otherIndexes);
    writePaths(json, "hard_linked", conversion.hardLinked);
    if (conversion.members)
        conversion.members(json);
    if (conversion.left)
        writeLeftOut(json, conversion.unread, *conversion.left);
    if (conversion.refused) {
        json.key("error");
        writeError(json, *conversion.refused);
    }
    json.key("metadata");
    json.beginObject();
    for (const auto& [key, value] : conversion.recipe.metadata.value_or(Metadata())) {
        const auto text = value.text(); // all written values are text
        json.key(key);
        json.value(text ? std::optional(std::string_view(*text)) : std::nullopt);
    }
    json.endObject();
    json.key("tensors");
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::size_t file = 0; file < conversion.plan.files.size(); ++file) {
        for (std::size_t place = 0; place < conversion.plan.files[file].items.size(); ++place)
            writeTensor(json, conversion, file, place);
    }
    json.endArray();
    json.key("shared");
    json.beginArray();
    for (const SharedItem& shared : sharedItems(conversion.recipe)) {
        json.beginObject();
        json.member("name", std::string_view(conversion.recipe.items[shared.item].name));
        json.member("shared_with", std::string_view(conversion.recipe.items[shared.with].name));
        json.endObject();
    }
    json.endArray();
    json.key("totals");
    json.beginObject();
    json.member("tensors", conversion.recipe.items.size());
    json.member("overflowed", conversion.overflow);
    json.member("tensor_bytes", conversion.plan.tensorBytes);
    json.member("bytes", conversion.plan.fileBytes);
    json.endObject();
    json.endObject();
    json.finish();
}

void printConversionText(const Conversion& conversion, const Session& session)
{
    std::string text;
    for (std::size_t i = 0; i < conversion.target.files.size(); ++i) {
        const PlannedFile& planned = conversion.plan.files[i];
        text += printable(conversion.target.files[i].native()) + ": " + counted(planned.items.size(), "tensor") + ", "
            + exactBytes(planned.size) + '\n';
    }
    if (conversion.target.index)
        text += printable(conversion.target.index->native()) + ": the index\n";
    if (!conversion.recipe.leftOut.empty())
        text += "skipped: " + conversion.recipe.leftOut + '\n';
    text += quantizedLines(conversion);
    text += costTable(conversion);
    for (const auto& path : conversion.leftBehind) {
        text += printable(path.native())
            + (conversion.written ? " is no longer part of the model but stays on disk\n"
                                  : " would no longer be part of the model but stay on disk\n");
    }
    for (const auto& path : conversion.hardLinked) {
        text += printable(path.native())
            + (conversion.written ? ": hard links to it keep the old content\n"
                                  : ": hard links to it would keep the old content\n");
    }
    if (conversion.unchanged) {
        text += conversion.written ? "nothing to change: the file stays as it was\n"
                                   : "nothing was written: nothing would change\n";
    } else if (!conversion.written) {
        for (const auto& path : conversion.replaced)
            text += "there already: " + printable(path.native()) + '\n';
        text +=
            conversion.inPlace ? "nothing was written: only the header would be, in place\n" : "nothing was written\n";
    } else if (conversion.inPlace) {
        text += conversion.verified ? "header rewritten in place and verified\n"
                                    : "header rewritten in place, not verified\n";
    } else {
        text += conversion.verified ? "written and verified" : "written, not verified";
        text += conversion.overflow > 0 ? "; " + counted(conversion.overflow, "value") + " overflowed\n" : "\n";
    }
    session.print(text);
}

} // namespace loupe
