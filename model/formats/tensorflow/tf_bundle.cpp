#include "formats/tensorflow/tf_bundle.h"

#include "formats/shared/out_of_memory.h"
#include "formats/tensorflow/tf_bundle_fields.h"
#include "formats/tensorflow/tf_bundle_reader.h"
#include "formats/tensorflow/tf_paths.h"

#include <array>
#include <cstring>

namespace loupe::tensorflow {

namespace {

constexpr std::string_view suffixes[] = {".index"};
constexpr std::array<std::string_view, 1> harmlessErrors{"block-checksum"};

/// The first entry is the bundle's header: an empty key, then fields 1 to 3 and nothing else.
bool beginsWithHeader(std::span<const std::byte> bytes)
{
    constexpr std::size_t headSize = 3;
    if (bytes.size() < headSize || bytes[0] != std::byte(0) || bytes[1] != std::byte(0))
        return false;
    const auto size = std::to_integer<std::size_t>(bytes[2]);
    if (size == 0 || size >= 0x80 || size > bytes.size() - headSize)
        return false;
    const auto value = bytes.subspan(headSize, size);
    std::size_t at = 0;
    while (at < value.size()) {
        const auto tag = std::to_integer<unsigned>(value[at++]);
        if (tag == 1 * 8 || tag == 2 * 8) {
            while (at < value.size() && (value[at] & std::byte(0x80)) != std::byte(0))
                ++at;
            ++at;
        } else if (tag == 3 * 8 + 2 && at < value.size()) {
            at += 1 + std::to_integer<std::size_t>(value[at]);
        } else {
            return false;
        }
    }
    return at == value.size();
}

Match probe(const FileStart& start)
{
    constexpr std::array<unsigned char, 8> magic{0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb};
    if (!beginsWithHeader(start.bytes))
        return Match::No;
    const bool isWhole = start.bytes.size() == start.fileSize && start.bytes.size() > magic.size();
    return isWhole && std::memcmp(start.bytes.last(magic.size()).data(), magic.data(), magic.size()) == 0
        ? Match::Certain
        : Match::Likely;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return TfBundleReader(source, work).read(); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return tfBundleFields(source, window, work); });
}

} // namespace

constinit const Format tfBundleFormat{.id = "tf-bundle",
    .title = "TensorFlow checkpoint",
    .suffixes = suffixes,
    .mimeType = "application/x-tensorflow-checkpoint-index",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .mainFile = bundleIndexFor,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::tensorflow
