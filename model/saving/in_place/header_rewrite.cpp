#include "saving/in_place/header_rewrite.h"

#include "formats/shared/new_file.h"
#include "saving/in_place/header_journal.h"
#include "saving/in_place/in_place_file.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/file_writer.h"
#include "saving/writing/target_check.h"
#include "saving/writing/unfinished_files.h"

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

/// The checkpoint of a single file of which the recipe keeps all tensors unchanged except for their names; null if
/// there is none.
const Checkpoint* editedCheckpoint(const Recipe& recipe)
{
    if (recipe.items.empty())
        return nullptr;
    const Checkpoint& checkpoint = *recipe.items.front().source;
    if (checkpoint.files.size() != 1 || !checkpoint.files.front().source || checkpoint.format != recipe.format->id
        || !checkpoint.findings.referenceAccepts() || recipe.items.size() != checkpoint.tensors.size()
        || !recipe.format->readBack || checkpoint.quantized) // decoded values of quantized weights are not stored in
                                                             // the file
        return nullptr;
    const bool same = std::all_of(recipe.items.begin(), recipe.items.end(),
        [&](const RecipeItem& item) { return item.source.get() == &checkpoint && item.isCopy(); });
    return same ? &checkpoint : nullptr;
}

/// The item for each tensor of the checkpoint; nullopt if any tensor is omitted.
std::optional<std::vector<std::uint32_t>> itemsByTensor(const Recipe& recipe)
{
    constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> items(recipe.items.size(), none);
    for (std::uint32_t i = 0; i < recipe.items.size(); ++i) {
        if (std::exchange(items[recipe.items[i].tensor], i) != none)
            return std::nullopt;
    }
    return items;
}

/// All bytes of the file up to the end of its header.
Result<std::string> readStart(const CheckpointFile& file)
{
    std::string start(file.header.end, '\0');
    if (auto read = file.source->read(0, std::as_writable_bytes(std::span(start))); !read)
        return fail(std::move(read.error()));
    return start;
}

/// All bytes up to the end of the new header; nullopt if it does not fit.
std::optional<std::string> newStart(const Recipe& recipe, const Checkpoint& checkpoint, const PlannedFile& planned)
{
    const CheckpointFile& file = checkpoint.files.front();
    std::vector<NewTensor> tensors;
    FileLayout layout;
    layout.order.resize(planned.items.size());
    std::iota(layout.order.begin(), layout.order.end(), 0U);
    tensors.reserve(planned.items.size());
    layout.ranges.reserve(planned.items.size());
    for (std::size_t i = 0; i < planned.items.size(); ++i) {
        const RecipeItem& item = recipe.items[planned.items[i]];
        tensors.push_back({item.name, item.original().shape, item.dtype});
        layout.ranges.push_back({planned.ranges[i].begin - file.data.begin, planned.ranges[i].end - file.data.begin});
    }
    auto header = recipe.format->writer->header(tensors, layout, recipe.metadata);
    if (!header || header->size() > file.header.size())
        return std::nullopt;
    header->resize(file.header.size(), ' ');
    std::string start(file.header.begin, '\0');
    if (!file.source->read(0, std::as_writable_bytes(std::span(start))))
        return std::nullopt;
    return start + *header;
}

/// Checks the plan with the format's own reader.
bool readsAsPlanned(const Recipe& recipe, const PlannedFile& planned, const fs::path& path)
{
    const auto content = recipe.format->readBack(planned.start, planned.size);
    if (!content || !compareHeader(recipe, planned, *content, path))
        return false;
    if (!recipe.metadata)
        return !content->metadata;
    const auto wanted = sortedMetadata(*recipe.metadata);
    return wanted && content->metadata
        && std::ranges::equal(*wanted, *content->metadata,
            [](const auto& one, const auto& other) { return one.first == other.first && other.second == one.second; });
}

/// Overwrites `from` with `to`, but only the part where they differ.
Result<> writeDifference(const InPlaceFile& file, std::string_view from, std::string_view to)
{
    const auto first =
        static_cast<std::size_t>(std::mismatch(from.begin(), from.end(), to.begin()).first - from.begin());
    const auto last =
        static_cast<std::size_t>(std::mismatch(from.rbegin(), from.rend(), to.rbegin()).first.base() - from.begin());
    if (first >= last)
        return {};
    return file.write(first, std::as_bytes(std::span(to.substr(first, last - first)))).and_then([&] {
        return file.sync();
    });
}

std::optional<PlannedFile> planRewrite(const Recipe& recipe, const fs::path& target)
{
    const Checkpoint* const checkpoint = editedCheckpoint(recipe);
    auto items = checkpoint ? itemsByTensor(recipe) : std::nullopt;
    const auto path = writablePath(target);
    if (!items || !path || !headerJournalPath(*path))
        return std::nullopt;
    const CheckpointFile& file = checkpoint->files.front();
    const auto now = identify(*path);
    std::error_code error;
    if (!now || *now != file.source->identity() || fs::hard_link_count(*path, error) != 1)
        return std::nullopt;
    PlannedFile planned;
    planned.items = std::move(*items);
    planned.size = file.size();
    planned.ranges.reserve(planned.items.size());
    for (const Tensor& tensor : checkpoint->tensors)
        planned.ranges.push_back(tensor.bytes);
    auto start = newStart(recipe, *checkpoint, planned);
    if (!start)
        return std::nullopt;
    planned.start = std::move(*start);
    return readsAsPlanned(recipe, planned, *path) ? std::optional(std::move(planned)) : std::nullopt;
}

} // namespace

std::optional<PlannedFile> planHeaderRewrite(const Recipe& recipe, const fs::path& target)
{
    try {
        return planRewrite(recipe, target);
    } catch (const std::exception&) { // out of memory: a full rewrite requires less
        return std::nullopt;
    }
}

Result<std::optional<Error>> rewriteHeader(
    const Recipe& recipe, const PlannedFile& planned, const fs::path& target, bool verify, const Work& work)
{
    const CheckpointFile& source = recipe.items.front().source->files.front();
    const auto path = writablePath(target);
    if (!path)
        return fail(path.error());
    const auto opened = InPlaceFile::open(*path, std::chrono::milliseconds(0), work);
    if (!opened)
        return std::optional(opened.error());
    if (!*opened)
        return std::optional(Error{ErrorCode::Io, "another process is editing it", path->string(), {}});
    const InPlaceFile& file = **opened;
    if (file.identity() != source.source->identity())
        return fail(ErrorCode::Changed, "the file was changed or replaced while it was open", path->string());
    const auto journal = headerJournalPath(*path);
    auto before = readStart(source);
    if (!before)
        return fail(std::move(before.error()));
    const auto because = [&](const char* why) {
        return std::optional(Error{ErrorCode::Changed, why, path->string(), {}});
    };
    if (!journal)
        return because("its name is too long for that of a journal");
    if (file.hasOtherNames())
        return because("it has other names by now");
    if (before->size() != planned.start.size())
        return because("its header has another size than the planned one");
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    if (*before == planned.start)
        return std::optional<Error>();
    removeLeftovers(*path);
    const HeaderEdit edit{.format = std::string(recipe.format->id),
        .fileSize = planned.size,
        .before = std::move(*before),
        .after = planned.start};
    if (auto written = writeHeaderJournal(*journal, edit); !written) {
        if (written.error().code == ErrorCode::Stopped)
            return fail(std::move(written.error()));
        return std::optional(std::move(written.error()));
    }
    auto done = writeDifference(file, edit.before, edit.after).and_then([&] {
        // The header is written: too late to stop.
        return verify ? verifyHeader(recipe, planned, *path, {}) : Result<>();
    });
    // If the old header cannot be restored either, keep the journal, which describes the intended header.
    if (done || writeDifference(file, edit.after, edit.before))
        removeHeaderJournal(*journal);
    return done ? Result<std::optional<Error>>(std::nullopt) : fail(std::move(done.error()));
}

std::optional<Error> whyNotInPlace(const Recipe& recipe, const PlannedFile& planned, const fs::path& target)
{
    const auto path = writablePath(target);
    if (!path)
        return path.error();
    if (::faccessat(AT_FDCWD, path->c_str(), W_OK, AT_EACCESS) != 0)
        return systemError(errno, "cannot be written", path->string());
    const auto journal = headerJournalPath(*path);
    if (!journal || !changesHeader(recipe, planned))
        return std::nullopt;
    const auto possible = checkPlaces({*journal}, {headerJournalSize(planned.start.size())}, Existing::Refuse);
    return possible ? std::nullopt : std::optional(possible.error());
}

bool changesHeader(const Recipe& recipe, const PlannedFile& planned)
{
    const auto before = readStart(recipe.items.front().source->files.front());
    return !before || *before != planned.start;
}

Error neitherWay(const Error& inPlace, Error whole)
{
    if (whole.code != ErrorCode::Stopped) {
        whole.message = "the header cannot be rewritten in place (" + inPlace.message
            + "), and the whole file cannot be rewritten: " + whole.message;
    }
    return whole;
}

} // namespace loupe
