#include "app/cli/thumbnail/canvas.h"
#include "app/cli/thumbnail/picture.h"
#include "app/cli/verbs.h"
#include "core/descriptor.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/quantized/logical_checkpoint.h"
#include "saving/writing/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <png.h>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

/// The picture as a PNG file. Fails with TooLarge if the library cannot encode it.
Result<std::vector<std::byte>> pngOf(const Canvas& canvas)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.format = PNG_FORMAT_RGBA;
    image.width = static_cast<png_uint_32>(canvas.size());
    image.height = image.width;
    std::vector<std::byte> file(PNG_IMAGE_PNG_SIZE_MAX(image)); // upper bound; shortened afterward
    png_alloc_size_t size = file.size();
    if (png_image_write_to_memory(&image, file.data(), &size, 0, canvas.pixels().data(), 0, nullptr) == 0)
        return fail(ErrorCode::TooLarge, std::string("the picture cannot be encoded: ") + image.message);
    file.resize(size);
    return file;
}

/// An older thumbnail may be replaced, but not a model that was named by mistake.
Result<> checkReplaceable(const std::filesystem::path& path)
{
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none) || std::filesystem::is_empty(path, none))
        return {}; // a pipe or a folder is rejected when the file is created
    std::ifstream file(path, std::ios::binary);
    std::array<char, signature.size()> begin{};
    file.read(begin.data(), begin.size());
    if (std::string_view(begin.data(), static_cast<std::size_t>(file.gcount())) == signature)
        return {};
    return fail(ErrorCode::Exists, "exists and is not a PNG picture, expected a new or empty file, or a PNG picture",
        path.string());
}

/// Fills an empty file instead of replacing it: the thumbnailing service that created it may hold it open and read it
/// there, as tumbler does. Returns false if `path` is not an empty file.
Result<bool> fillEmptyFile(const std::filesystem::path& path, std::span<const std::byte> png)
{
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat status { };
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size != 0)
        return false;
    surviveSizeLimit();
    while (!png.empty()) {
        const ssize_t written = ::write(file.number(), png.data(), png.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            Error error = systemError(errno, "cannot write", path.string());
            [[maybe_unused]] const int ignored = ::ftruncate(file.number(), 0);
            return fail(std::move(error));
        }
        png = png.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

Result<> writePicture(const Canvas& canvas, const std::filesystem::path& path)
{
    const auto png = pngOf(canvas);
    if (!png)
        return fail(png.error());
    const auto isFilled = fillEmptyFile(path, *png);
    if (!isFilled)
        return fail(isFilled.error());
    if (*isFilled)
        return {};
    if (auto replaceable = checkReplaceable(path); !replaceable)
        return replaceable;
    auto file = AtomicFile::create(path, png->size(), Existing::Replace);
    if (!file)
        return fail(std::move(file.error()));
    return (*file)->write(0, *png).and_then([&] { return (*file)->sync(); }).and_then([&] {
        return (*file)->commit();
    });
}

/// Rejects damaged files and indexes without shards, which would look like models without parameters. The file manager
/// then shows its default icon.
Result<> checkDrawable(const Checkpoint& checkpoint)
{
    if (!checkpoint.tensors.empty())
        return {};
    const auto& findings = checkpoint.findings.list();
    const auto cause = std::ranges::find(findings, Severity::Error, &Finding::severity);
    return fail(ErrorCode::Malformed,
        "there is no tensor to draw" + (cause == findings.end() ? "" : ": " + cause->message),
        checkpoint.path.string());
}

} // namespace

ExitStatus run(const ThumbnailOptions& options, const Session& session)
{
    // Unlike other verbs, does not finish an interrupted edit just for a picture.
    const auto written =
        openCheckpoint(options.path, session.work())
            .and_then([&](auto stored) { return quantized::logicalOf(std::move(stored), session.work()); })
            .and_then(
                [&](auto checkpoint) { return checkDrawable(*checkpoint).map([&] { return std::move(checkpoint); }); })
            .and_then([&](const auto& checkpoint) { return drawThumbnail(*checkpoint, options.size, session.work()); })
            .and_then([&](const Canvas& canvas) { return writePicture(canvas, options.output); });
    return written ? ExitStatus::Done : session.report(written.error());
}

} // namespace loupe
