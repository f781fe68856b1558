/// Takes the input as a checkpoint, edits of it, and an output format. Writing must be refused if and only if it is
/// impossible. The files must read back with the wanted names, dtypes, shapes, values and metadata. Then edits the
/// header of the written file in place, and reads that back, too.

#include "analysis/parallel/parallel.h"
#include "core/elements.h"
#include "core/text/utf8.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "fuzz/fuzzing.h"
#include "saving/casting/cast.h"
#include "saving/recipe/output.h"
#include "saving/recipe/safe_names.h"
#include "saving/recipe/staged_edits.h"
#include "support/made_checkpoint.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <fuzzer/FuzzedDataProvider.h>
#include <map>
#include <set>

namespace {

using namespace loupe;
using fuzz::require;
using CheckpointPtr = std::shared_ptr<const Checkpoint>;

/// The expected content of the files, kept independently of the code under test.
struct Wanted {
    struct Item {
        std::uint32_t tensor = 0;
        std::string name;
        DType dtype = DType::Opaque;
    };
    std::vector<Item> items;
    std::map<std::string, std::string> metadata;
};

bool isUtf8(std::string_view text)
{
    return validUtf8Prefix(text) == text.size();
}

CheckpointPtr makeCheckpoint(FuzzedDataProvider& input)
{
    test::MadeCheckpoint made;
    for (auto count = input.ConsumeIntegralInRange(0, 6); count > 0; --count) {
        std::vector<std::uint64_t> shape(input.ConsumeIntegralInRange<std::size_t>(0, 3));
        for (std::uint64_t& dimension : shape)
            dimension = input.ConsumeIntegralInRange<std::uint64_t>(0, 9);
        const auto dtype = static_cast<DType>(input.ConsumeIntegralInRange<unsigned>(0, dtypeCount - 2));
        made.add(input.ConsumeRandomLengthString(12), dtype, shape);
    }
    if (input.ConsumeBool()) {
        std::map<std::string, std::string> unique;
        for (auto count = input.ConsumeIntegralInRange(0, 3); count > 0; --count)
            unique[input.ConsumeRandomLengthString(8)] = input.ConsumeRandomLengthString(20);
        made->metadata.emplace(unique.begin(), unique.end());
    }
    const std::uint64_t size = made->tensors.empty() ? 0 : made->tensors.back().bytes.end;
    const auto pattern = input.ConsumeBytes<std::uint8_t>(64);
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size && !pattern.empty(); ++i)
        bytes[i] = static_cast<std::uint8_t>(pattern[i % pattern.size()] + i / pattern.size());
    const auto path = fuzz::memoryFile(bytes.data(), bytes.size());
    auto source = path ? Source::open(*path) : fail(ErrorCode::Io, "");
    if (!source)
        return nullptr;
    made->files.front().source = *source;
    made->path = *path;
    return made.take();
}

Wanted copyOf(const Checkpoint& checkpoint)
{
    Wanted wanted;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i)
        wanted.items.push_back({i, std::string(checkpoint.tensors[i].name), checkpoint.tensors[i].dtype});
    for (const auto& [key, value] : checkpoint.metadata.value_or(Metadata()))
        wanted.metadata.emplace(key, value.text().value());
    return wanted;
}

void editMetadata(FuzzedDataProvider& input, const Checkpoint& checkpoint, StagedEdits& edits, Wanted& wanted)
{
    const std::size_t there = checkpoint.metadata ? checkpoint.metadata->size() : 0;
    const std::size_t which = input.ConsumeIntegralInRange<std::size_t>(0, there);
    const std::string key = which < there ? (*checkpoint.metadata)[which].first : input.ConsumeRandomLengthString(8);
    if (input.ConsumeBool()) {
        const std::string value = input.ConsumeRandomLengthString(20);
        edits.setMetadata(key, value);
        wanted.metadata[key] = value;
    } else {
        edits.removeMetadata(key);
        wanted.metadata.erase(key);
    }
}

/// Edits names and metadata; if `all`, also casts and removes tensors.
StagedEdits edit(FuzzedDataProvider& input, const CheckpointPtr& checkpoint, bool all, Wanted& wanted)
{
    StagedEdits edits(checkpoint);
    std::set<std::uint32_t> removed;
    for (auto count = input.ConsumeIntegralInRange(0, 8); count > 0; --count) {
        const unsigned kind = input.ConsumeIntegralInRange(0U, all ? 4U : 1U);
        if (kind == 0 || checkpoint->tensors.empty()) {
            editMetadata(input, *checkpoint, edits, wanted);
            continue;
        }
        const auto tensor =
            input.ConsumeIntegralInRange<std::uint32_t>(0, static_cast<std::uint32_t>(checkpoint->tensors.size()) - 1);
        Wanted::Item& item = wanted.items[tensor];
        const DType original = checkpoint->tensors[tensor].dtype;
        if (kind == 1) {
            const std::string name = input.ConsumeRandomLengthString(12);
            edits.rename(tensor, name);
            item.name = removed.contains(tensor) ? item.name : name;
        } else if (kind == 2) {
            const auto dtype = static_cast<DType>(input.ConsumeIntegralInRange<unsigned>(0, dtypeCount - 2));
            edits.cast({tensor}, dtype);
            item.dtype = !removed.contains(tensor) && canCast(original, dtype) ? dtype : item.dtype;
        } else if (kind == 3) {
            edits.remove({tensor});
            removed.insert(tensor);
        } else {
            edits.revert({tensor});
            removed.erase(tensor);
            item.name = checkpoint->tensors[tensor].name;
            item.dtype = original;
        }
    }
    std::erase_if(wanted.items, [&](const Wanted::Item& item) { return removed.contains(item.tensor); });
    return edits;
}

bool isWritable(const Wanted& wanted, const Checkpoint& checkpoint, const OutputFormat& format)
{
    std::set<std::string_view> names;
    for (const Wanted::Item& item : wanted.items) {
        const Tensor& tensor = checkpoint.tensors[item.tensor];
        const auto isWhole = [&](DType dtype) { return tensor.elements() * bitsPerElement(dtype) % 8 == 0; };
        const bool isNamed = !format.isCheckpoint() || (isUtf8(item.name) && names.insert(item.name).second);
        if (!isNamed || !isWhole(tensor.dtype) || !isWhole(item.dtype) || !format.holds(item.dtype))
            return false;
        if (format.id() == "safetensors" && item.name == "__metadata__")
            return false;
    }
    if (!format.isCheckpoint())
        return !wanted.items.empty() && (format.holdsSeveral() || wanted.items.size() == 1);
    return std::ranges::all_of(
        wanted.metadata, [](const auto& entry) { return isUtf8(entry.first) && isUtf8(entry.second); });
}

std::string bytesOf(const CheckpointPtr& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    require(elements.has_value(), "what was written can be read");
    Buffer scratch;
    std::string bytes;
    require(elements
                ->visit(0, elements->count(), scratch,
                    [&](std::span<const std::byte> run) {
                        bytes.assign(reinterpret_cast<const char*>(run.data()), run.size());
                    })
                .has_value(),
        "its elements too");
    return bytes;
}

/// Casts two elements at a time, so that each pair begins at a whole byte. Reading, casting and writing in chunks must
/// give the same bytes. Other tests check the casts themselves.
std::string plainCast(DType from, DType to, const std::string& bytes, std::uint64_t count)
{
    if (from == to)
        return bytes;
    std::string result;
    for (std::uint64_t i = 0; i < count; i += 2) {
        const std::size_t some = std::min<std::uint64_t>(2, count - i);
        std::array<std::byte, 16> target{};
        castElements(from, to, reinterpret_cast<const std::byte*>(bytes.data()) + i * bitsPerElement(from) / 8, some,
            target.data());
        result.append(reinterpret_cast<const char*>(target.data()), (some * bitsPerElement(to) + 7) / 8);
    }
    return result;
}

void requireTensor(
    const CheckpointPtr& written, std::uint32_t index, const Wanted::Item& item, const CheckpointPtr& source)
{
    const Tensor& tensor = written->tensors[index];
    const Tensor& original = source->tensors[item.tensor];
    // NumPy lacks some dtypes. Their tensors are written as bytes.
    require(tensor.dtype == item.dtype || tensor.dtype == DType::Opaque, "dtypes are those wanted");
    require(std::ranges::equal(tensor.shape, original.shape), "shapes stay");
    require(bytesOf(written, index)
            == plainCast(original.dtype, item.dtype, bytesOf(source, item.tensor), original.elements()),
        "values are the original's, cast");
}

void requireWritten(
    const std::filesystem::path& path, const Wanted& wanted, const CheckpointPtr& source, const OutputFormat& format)
{
    const auto opened = openCheckpoint(path);
    require(opened.has_value(), "what was written can be opened");
    const CheckpointPtr& written = *opened;
    require(written->findings.referenceAccepts() && !written->findings.hasErrors(), "what was written is valid");
    require(written->tensors.size() == wanted.items.size(), "as many tensors are written as wanted");
    std::map<std::string_view, std::uint32_t> byName;
    for (std::uint32_t i = 0; i < written->tensors.size(); ++i)
        require(byName.emplace(written->tensors[i].name, i).second, "each name is written once");
    for (std::uint32_t i = 0; i < wanted.items.size(); ++i) {
        const Wanted::Item& item = wanted.items[i];
        const bool isNamed = format.isCheckpoint() || (format.holdsSeveral() && isSafeMemberName(item.name));
        const auto found = byName.find(item.name);
        require(!isNamed || found != byName.end(), "names are those wanted");
        requireTensor(written, isNamed ? found->second : i, item, source);
    }
    if (!format.isCheckpoint())
        return;
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : written->metadata.value_or(Metadata()))
        metadata.emplace(key, value.text().value());
    require(metadata == wanted.metadata, "metadata are those wanted");
}

/// Returns the path to open; empty if nothing was written.
std::filesystem::path write(
    const Recipe& recipe, const OutputTarget& target, const SaveOptions& options, bool isPossible)
{
    const auto output = planOutput(recipe, target);
    require(output.has_value() == isPossible, "what can be written is planned, and nothing else");
    if (!output)
        return {};
    const auto files = writeOutput(*output, options);
    require(files.has_value() && !files->empty(), "what is planned can be written");
    for (const OutputFile& file : *files)
        require(!file.bytes || std::filesystem::file_size(file.path) == *file.bytes,
            "files have the size that was planned");
    return files->back().path; // the index comes last, if there is one
}

/// Saves a file over itself with other names and metadata, for which it may be enough to rewrite the header in place.
void rewriteHeader(FuzzedDataProvider& input, const std::filesystem::path& path, const OutputFormat& format)
{
    const auto opened = openCheckpoint(path, {}, Source::Access::Read);
    require(opened.has_value(), "it can be opened once more");
    const CheckpointPtr before = *opened;
    // Reads the values now: rewriting the header may overwrite these bytes.
    std::vector<std::string> values;
    for (std::uint32_t i = 0; i < before->tensors.size(); ++i)
        values.push_back(bytesOf(before, i));
    Wanted wanted = copyOf(*before);
    const StagedEdits edits = edit(input, before, false, wanted);
    const bool isPossible = isWritable(wanted, *before, format);
    const SaveOptions options{.existing = Existing::Replace, .inPlace = input.ConsumeBool()};
    if (write(edits.recipe(*format.checkpoint), {format, path}, options, isPossible).empty())
        return;
    const auto after = openCheckpoint(path);
    require(after.has_value() && (*after)->tensors.size() == values.size(), "the edited file can be opened");
    std::map<std::string_view, std::uint32_t> byName;
    for (std::uint32_t i = 0; i < values.size(); ++i)
        byName.emplace((*after)->tensors[i].name, i);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        const auto found = byName.find(wanted.items[i].name);
        require(found != byName.end() && bytesOf(*after, found->second) == values[i], "tensors have their new names");
    }
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : (*after)->metadata.value_or(Metadata()))
        metadata.emplace(key, value.text().value());
    require(metadata == wanted.metadata, "and the new metadata are there");
}

std::vector<OutputFormat> readableFormats()
{
    auto formats = allOutputFormats();
    std::erase_if(formats, [](const OutputFormat& format) { return format.id() == "csv" || format.id() == "raw"; });
    return formats;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto formats = readableFormats();
    static const test::TemporaryFolder folder;
    setThreadLimit(1);
    FuzzedDataProvider input(data, size);
    const OutputFormat format = formats[input.ConsumeIntegralInRange<std::size_t>(0, formats.size() - 1)];
    const std::uint64_t shardSize = input.ConsumeBool() ? input.ConsumeIntegralInRange(1, 200) : 0;
    const CheckpointPtr checkpoint = makeCheckpoint(input);
    if (!checkpoint)
        return 0;
    Wanted wanted = copyOf(*checkpoint);
    Recipe recipe = edit(input, checkpoint, true, wanted)
                        .recipe(format.isCheckpoint() ? *format.checkpoint : *allFormats().front());
    require(recipe.items.size() == wanted.items.size(), "tensors that are removed are in no recipe");
    for (std::size_t i = 1; i < wanted.items.size(); ++i) {
        const std::size_t other = input.ConsumeIntegralInRange<std::size_t>(0, i);
        std::swap(wanted.items[i], wanted.items[other]);
        std::swap(recipe.items[i], recipe.items[other]);
    }
    if (format.isCheckpoint())
        recipe.shardSize = shardSize;
    std::set<std::string_view> names;
    for (const Wanted::Item& item : wanted.items)
        names.insert(item.name);
    if (format.holdsSeveral() && !format.isCheckpoint() && names.size() != wanted.items.size())
        return 0; // a request for it is rejected

    const auto path = folder.path() / ("out" + std::string(format.suffix()));
    const auto written =
        write(recipe, {format, path}, {.existing = Existing::Replace}, isWritable(wanted, *checkpoint, format));
    if (!written.empty()) {
        requireWritten(written, wanted, checkpoint, format);
        if (format.isCheckpoint() && written == path)
            rewriteHeader(input, path, format);
    }
    for (const std::string& name : folder.names())
        std::filesystem::remove(folder.path() / name);
    return 0;
}
