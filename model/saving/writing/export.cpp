#include "saving/writing/export.h"

#include "analysis/digests/crc32.h"
#include "analysis/digests/undecoded_weight.h"
#include "core/elements.h"
#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/casting/cast.h"
#include "saving/difference/difference_recipe.h"
#include "saving/recipe/nulls.h"
#include "saving/recipe/safe_names.h"
#include "saving/writing/npy.h"
#include "saving/writing/save.h"
#include "saving/writing/tensor_data.h"
#include "saving/writing/written_bytes.h"
#include "saving/writing/written_pieces.h"
#include "saving/writing/zip_layout.h"

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::array suffixes{std::pair(ExportFormat::Npy, ".npy"), std::pair(ExportFormat::Npz, ".npz"),
    std::pair(ExportFormat::Csv, ".csv"), std::pair(ExportFormat::Raw, ".raw")};

/// Counted as by Elements: in bytes for tensors without values.
std::uint64_t elementsOf(const RecipeItem& item)
{
    const Tensor& original = item.original();
    return original.dtype == DType::Opaque ? original.bytes.size() : original.elements();
}

/// Replaces names that are unsafe in an archive by safe ones.
std::vector<NewZipMember> makeMembers(std::span<const RecipeItem> items, std::vector<std::string>& headers)
{
    std::vector<std::string_view> names;
    for (const RecipeItem& item : items)
        names.push_back(item.name);
    const auto safe = safeFileNames(names);
    std::set<std::string> taken;
    for (const std::string_view name : names) {
        if (isSafeMemberName(name))
            taken.emplace(name);
    }
    std::vector<NewZipMember> members;
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::string name = items[i].name;
        if (!isSafeMemberName(name)) {
            name = safe[i];
            while (!taken.insert(name).second)
                name += '_';
        }
        headers.push_back(npyHeader(items[i].dtype, items[i].original().shape));
        members.push_back({.name = name + ".npy", .size = headers.back().size() + writtenBytes(items[i])});
    }
    return members;
}

/// Receives the parts of the file: to write them or, for verification, to compare them with the written ones.
using Put = std::function<Result<>(std::uint64_t offset, std::span<const std::byte> bytes)>;

class Exporter {
public:
    Exporter(std::span<const RecipeItem> items, ExportFormat format, const fs::path& path, const SaveOptions& options,
        const Work& work)
        : m_items(items)
        , m_format(format)
        , m_path(path)
        , m_options(options)
        , m_work(work)
    {
    }

    Result<std::uint64_t> write()
    {
        const std::uint64_t size = exportSize(m_items, m_format).value_or(0);
        auto file = AtomicFile::create(m_path, size, m_options.existing);
        if (!file)
            return fail(std::move(file.error()));
        WrittenPieces pieces;
        const bool readsOnce = m_options.verify && areRemote(m_items);
        auto written = make([&](std::uint64_t offset, std::span<const std::byte> bytes) {
            if (readsOnce)
                pieces.add(offset, bytes);
            return (*file)->write(offset, bytes);
        });
        if (!written)
            return written;
        auto done = (*file)->sync();
        if (done && m_options.verify)
            done = readsOnce ? verify((*file)->temporary(), pieces) : verify((*file)->temporary());
        done = done.and_then([&] { return checkItems(); }).and_then([&] { return (*file)->commit(); });
        if (!done)
            return fail(std::move(done.error()));
        return written;
    }

    /// Verifies by generating all of the content again.
    Result<> verify(const fs::path& path)
    {
        const auto source = Source::open(path);
        if (!source)
            return fail(source.error());
        if (auto whole = checkSize(**source); !whole)
            return whole;
        Buffer scratch;
        const auto compared = make([&](std::uint64_t offset, std::span<const std::byte> bytes) {
            return checkWritten(**source, offset, bytes, scratch);
        });
        return compared ? Result<>() : fail(compared.error());
    }

    /// Verifies against the digests noted while writing.
    Result<> verify(const fs::path& path, const WrittenPieces& pieces)
    {
        const auto source = Source::open(path);
        if (!source)
            return fail(source.error());
        if (auto whole = checkSize(**source); !whole)
            return whole;
        return pieces.check(**source, m_work);
    }

private:
    Result<> checkSize(const Source& written) const
    {
        if (written.size() == exportSize(m_items, m_format))
            return {};
        return writtenDiffers(written.path(), "it has " + counted(written.size(), "byte"));
    }

    /// Generates the entire file, in any order. Returns its size.
    Result<std::uint64_t> make(const Put& put)
    {
        switch (m_format) {
        case ExportFormat::Npy:
            return makePlain(put, npyHeader(m_items.front().dtype, m_items.front().original().shape));
        case ExportFormat::Npz:
            return makeNpz(put);
        case ExportFormat::Csv:
            return makeLines(put, m_items.front());
        case ExportFormat::Raw:
            break;
        }
        return makePlain(put, {});
    }

    Result<std::uint64_t> makePlain(const Put& put, const std::string& header)
    {
        auto done = put(0, asBytes(header)).and_then([&] { return read(m_items.front(), header.size(), put); });
        return done ? Result<std::uint64_t>(header.size() + writtenBytes(m_items.front()))
                    : fail(std::move(done.error()));
    }

    Result<std::uint64_t> makeNpz(const Put& put)
    {
        std::vector<std::string> headers;
        std::vector<NewZipMember> members = makeMembers(m_items, headers);
        const std::uint64_t directory = placeMembers(members);
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (auto made = makeMember(put, members[i], headers[i], m_items[i]); !made)
                return fail(std::move(made.error()));
        }
        const std::string end = zipDirectory(members, directory);
        auto done = put(directory, asBytes(end));
        return done ? Result<std::uint64_t>(directory + end.size()) : fail(std::move(done.error()));
    }

    Result<> checkItems() const
    {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        Recipe recipe;
        recipe.items.assign(m_items.begin(), m_items.end());
        return checkSources(recipe);
    }

    static std::span<const std::byte> asBytes(std::string_view text) { return std::as_bytes(std::span(text)); }

    Result<> read(const RecipeItem& item, std::uint64_t offset, const DataSink& sink)
    {
        if (auto checked = checkItem(item, m_work); !checked)
            return checked;
        return m_reader.read(
            item, 0, elementsOf(item), offset, m_work, [&](std::uint64_t place, std::span<const std::byte> bytes) {
                m_work.advance(bytes.size());
                return sink(place, bytes);
            });
    }

    Result<> makeMember(const Put& put, NewZipMember& member, const std::string& header, const RecipeItem& item)
    {
        member.crc = crc32(0, asBytes(header));
        return put(member.data, asBytes(header))
            .and_then([&] {
                return read(
                    item, member.data + header.size(), [&](std::uint64_t offset, std::span<const std::byte> bytes) {
                        member.crc = crc32(member.crc, bytes);
                        return put(offset, bytes);
                    });
            })
            .and_then([&] {
                const std::string local = zipLocalHeader(member);
                return put(member.offset, asBytes(local));
            });
    }

    Result<std::uint64_t> makeLines(const Put& put, const RecipeItem& item)
    {
        constexpr std::size_t flushSize = std::size_t{256} << 10;
        const auto shape = item.original().shape;
        const std::uint64_t columns = shape.empty() ? 1 : shape.size() == 1 ? 1 : shape.back();
        std::string text;
        std::uint64_t written = 0;
        std::uint64_t element = 0;
        const bool hasNulls = mayHaveNulls(item);
        std::vector<std::byte> present;
        const auto flush = [&] {
            auto done = put(written, asBytes(text));
            written += text.size();
            text.clear();
            return done;
        };
        auto done = read(item, 0, [&](std::uint64_t, std::span<const std::byte> bytes) -> Result<> {
            // Elements that share a byte start at a byte boundary in each block; the padding of the last byte is not
            // counted.
            const std::uint64_t count =
                std::min<std::uint64_t>(bytes.size() * 8 / bitsPerElement(item.dtype), elementsOf(item) - element);
            present.resize(hasNulls ? count : 0);
            if (auto known = hasNulls ? readPresent(item, element, present) : Result<>(); !known)
                return known;
            for (std::uint64_t i = 0; i < count; ++i) {
                text += hasNulls && present[i] == std::byte{0} ? "null" : toText(readScalar(item.dtype, bytes, i));
                text += ++element % columns == 0 ? '\n' : ',';
                if (text.size() >= flushSize) {
                    if (auto flushed = flush(); !flushed)
                        return flushed;
                }
            }
            return {};
        }).and_then(flush);
        return done ? Result<std::uint64_t>(written) : fail(std::move(done.error()));
    }

    std::span<const RecipeItem> m_items;
    const ExportFormat m_format;
    const fs::path& m_path;
    const SaveOptions& m_options;
    const Work& m_work;
    ItemReader m_reader;
};

Result<std::uint64_t> exportAll(std::span<const RecipeItem> items, ExportFormat format, const fs::path& path,
    const SaveOptions& options, const Work& work)
{
    if (!holdsSeveral(format) && items.size() != 1) {
        return fail(ErrorCode::InvalidArgument, "such a file holds one tensor, chosen are " + formatCount(items.size()),
            path.string());
    }
    for (const RecipeItem& item : items) {
        if (auto possible = checkExport(item, format); !possible)
            return fail(std::move(possible.error()));
        work.expect(writtenBytes(item) * (options.verify ? 2 : 1));
    }
    return Exporter(items, format, path, options, work).write();
}

} // namespace

std::optional<ExportFormat> exportFormatFor(const fs::path& path)
{
    const std::string suffix = asciiLower(path.extension().string());
    for (const auto& [format, known] : suffixes) {
        if (suffix == known)
            return format;
    }
    return std::nullopt;
}

std::string_view exportSuffix(ExportFormat format)
{
    return suffixes[static_cast<std::size_t>(format)].second;
}

std::optional<std::uint64_t> exportSize(std::span<const RecipeItem> items, ExportFormat format)
{
    switch (format) {
    case ExportFormat::Npy:
        return npyHeader(items.front().dtype, items.front().original().shape).size() + writtenBytes(items.front());
    case ExportFormat::Npz: {
        std::vector<std::string> headers;
        std::vector<NewZipMember> members = makeMembers(items, headers);
        const std::uint64_t directory = placeMembers(members);
        return directory + zipDirectory(members, directory).size();
    }
    case ExportFormat::Raw:
        return writtenBytes(items.front());
    case ExportFormat::Csv:
        break;
    }
    return std::nullopt;
}

namespace {

/// Why the item's tensor is not decoded, in parentheses; empty if unknown.
std::string reasonText(const RecipeItem& item)
{
    const Finding* const why = item.isDifference() ? nullptr : whyUndecoded(*item.source, item.tensor);
    return why ? " (" + why->message + ")" : std::string();
}

} // namespace

Result<> checkExport(const RecipeItem& item, ExportFormat format)
{
    const std::string what = item.isDifference()
        ? "the difference of tensor " + quote(item.name) + " is " + std::string(dtypeName(item.dtype))
        : "tensor " + quote(item.name) + " is " + std::string(item.source->dtypeName(item.tensor));
    const std::string source = item.source->path.string();
    if (item.isDifference()) {
        if (auto possible = checkDifference(item); !possible)
            return possible;
    } else if (!canCast(item.original().dtype, item.dtype)) {
        return fail(
            ErrorCode::Unsupported, what + ", which cannot be cast to " + std::string(dtypeName(item.dtype)), source);
    }
    const bool numpy = format == ExportFormat::Npy || format == ExportFormat::Npz;
    if (numpy && item.dtype == DType::Opaque)
        return fail(ErrorCode::Unsupported,
            what + ", whose values cannot be read" + reasonText(item) + ": export the bytes as raw", source);
    if (numpy && !npyHolds(item.dtype)) {
        return fail(ErrorCode::Unsupported,
            what + ", which NumPy's files cannot hold"
                + (canCast(item.dtype, DType::F32) ? ": a cast to F16 would keep every value" : ""),
            source);
    }
    if (format == ExportFormat::Csv && !hasReadableValues(item.dtype))
        return fail(ErrorCode::Unsupported, what + ", whose values cannot be read" + reasonText(item), source);
    // Text formats can represent null.
    if (auto possible = format == ExportFormat::Csv ? Result<>() : checkNulls(item); !possible)
        return possible;
    auto elements = Elements::open(item.source, item.tensor);
    return elements ? Result<>() : fail(std::move(elements.error()));
}

Result<std::uint64_t> exportTensors(std::span<const RecipeItem> items, ExportFormat format, const fs::path& path,
    const SaveOptions& options, const Work& work)
{
    try {
        SaveOptions possible = options;
        possible.verify = options.verify && canVerify(format);
        return exportAll(items, format, path, possible, work);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory for the output", path.string());
    }
}

Result<> verifyExport(std::span<const RecipeItem> items, ExportFormat format, const fs::path& path, const Work& work)
try {
    return Exporter(items, format, path, {}, work).verify(path);
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory for the output", path.string());
}

} // namespace loupe
