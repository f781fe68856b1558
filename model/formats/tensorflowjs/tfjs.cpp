#include "formats/tensorflowjs/tfjs.h"

#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"
#include "formats/tensorflowjs/tfjs_layout.h"
#include "formats/tensorflowjs/tfjs_manifest.h"
#include "formats/tensorflowjs/tfjs_paths.h"
#include "formats/tensorflowjs/tfjs_probe.h"

#include <algorithm>
#include <array>

namespace loupe::tensorflowjs {

namespace {

constexpr std::string_view suffixes[] = {"model.json", "weights_manifest.json"};
constexpr std::array<std::string_view, 4> harmlessErrors{
    "dtype-quantization", "dtype-unknown", "place-unknown", "scale-missing"};
/// Several times more than any model has. The largest manifests describe each operator of a graph.
constexpr std::uint64_t largestManifest = std::uint64_t{256} << 20;

/// Calls `use(text)` with the leading part of the file that is valid UTF-8.
template <typename Use>
Result<> withText(const Source& source, const Work& work, Use&& use)
{
    Buffer buffer;
    if (auto room = buffer.resize(std::min(source.size(), largestManifest)); !room)
        return room;
    if (auto read = readUnchanged(source, 0, buffer.bytes(), work); !read)
        return read;
    const std::string_view all(reinterpret_cast<const char*>(buffer.bytes().data()), buffer.bytes().size());
    return use(all.substr(0, validUtf8Prefix(all)));
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        FileContent content;
        auto done = withText(source, work, [&](std::string_view text) -> Result<> {
            auto manifest = readTfjsManifest(source, text);
            if (!manifest)
                return fail(std::move(manifest.error()));
            content.findings = std::move(manifest->findings);
            if (text.size() < source.size()) {
                const bool isLong = source.size() > largestManifest && text.size() == largestManifest;
                content.findings.add({.code = isLong ? "header-too-large" : "json-utf8",
                    .message = isLong ? "of a manifest, no more than " + formatBytes(largestManifest) + " are read"
                                      : "is not UTF-8 from here on",
                    .refusedAs = refusal,
                    .offset = text.size()});
            }
            content.variant = manifest->variant;
            content.metadata = std::move(manifest->metadata);
            TfjsLayout layout(source, content);
            for (const TfjsGroup& group : manifest->groups) {
                if (work.stopped())
                    return fail(ErrorCode::Stopped, "stopped while the manifest was read", source.path().string());
                layout.place(group);
            }
            layout.finish();
            return {};
        });
        if (!done)
            return fail(std::move(done.error()));
        content.header = content.headerContent = {0, source.size()};
        content.data = {source.size(), source.size()};
        content.tensorsShare = true; // groups may name the same file
        work.advance(source.size());
        return content;
    });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        HeaderFieldList fields(window, work);
        const auto addText = [&](std::uint64_t end) {
            const std::uint64_t begin = fields.position();
            if (end > begin && !fields.done())
                fields.add(end, "JSON", [&] { return counted(end - begin, "byte"); });
        };
        auto done = withText(source, {.stop = work.stop, .progress = nullptr}, [&](std::string_view text) -> Result<> {
            auto manifest = readTfjsManifest(source, text);
            if (!manifest)
                return fail(std::move(manifest.error()));
            const auto addPaths = [&](const TfjsGroup& group) {
                if (group.pathsPlace.empty() || group.pathsPlace.begin < fields.position())
                    return;
                addText(group.pathsPlace.begin);
                if (!fields.done())
                    fields.add(group.pathsPlace.end, "paths", [&] { return counted(group.paths.size(), "file"); });
            };
            for (const TfjsGroup& group : manifest->groups) {
                const bool pathsFirst = group.weights.empty() || group.pathsPlace.begin < group.weights[0].place.begin;
                if (pathsFirst)
                    addPaths(group);
                for (const TfjsWeight& weight : group.weights) {
                    if (fields.done())
                        break;
                    addText(weight.place.begin);
                    if (!fields.done())
                        fields.add(weight.place.end, "weight", [&] { return weight.name; });
                }
                if (!pathsFirst)
                    addPaths(group);
            }
            return {};
        });
        if (!done)
            return fail(std::move(done.error()));
        addText(source.size());
        return fields.take();
    });
}

} // namespace

constinit const Format tfjsFormat{.id = "tfjs",
    .title = "TensorFlow.js model",
    .suffixes = suffixes,
    .mimeType = "application/x-tensorflowjs+json",
    .probe = probeTfjs,
    .read = read,
    .headerFields = headerFields,
    .mainFile = tfjsManifestFor,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::tensorflowjs
