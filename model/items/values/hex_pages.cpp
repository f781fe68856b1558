#include "items/values/hex_pages.h"

#include "core/checked_math.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"

#include <algorithm>

namespace loupe {

namespace {

using HexPagePtr = std::shared_ptr<const HexPage>;

Result<HexPagePtr> readPage(const Checkpoint& checkpoint, std::uint32_t number, ByteRange window, const Work& work)
{
    const CheckpointFile& file = checkpoint.files[number];
    if (!file.source)
        return fail(ErrorCode::NotFound, "the file could not be opened", file.path.string());
    const auto page = std::make_shared<HexPage>();
    page->file = number;
    page->range = intersect(window, {0, file.size()});
    page->range.end = std::min(page->range.end, page->range.begin + HexPages::maximumWindow);
    if (page->range.begin > file.size())
        page->range = {file.size(), file.size()};
    page->bytes.resize(page->range.size());
    if (auto done = file.source->read(page->range.begin, page->bytes); !done)
        return fail(std::move(done.error()));
    // A map shows changes by other programs: report that instead of showing a mixture.
    if (auto same = file.source->checkUnchanged(); !same)
        return fail(std::move(same.error()));
    const Format* const format = findFormat(file.format);
    if (format && file.touchesHeader(page->range)) {
        auto fields = format->headerFields(*file.source, page->range, work);
        if (!fields)
            return fail(std::move(fields.error()));
        page->fields = std::move(*fields);
    }
    return page;
}

/// The offset of the element in bits, relative to the tensor's first byte; nullopt if the tensor has no such element,
/// or on overflow.
std::optional<std::uint64_t> bitOffset(const Tensor& tensor, std::uint64_t element)
{
    if (tensor.storage || element >= tensor.elements())
        return std::nullopt;
    return checkedMultiply(element, bitsPerElement(tensor.dtype));
}

} // namespace

QString elementText(const HexPage& page, const Tensor& tensor, std::uint64_t element)
{
    const unsigned bits = bitsPerElement(tensor.dtype);
    const auto before = bitOffset(tensor, element);
    if (!before || !hasReadableValues(tensor.dtype))
        return {};
    const std::uint64_t begin = tensor.bytes.begin + *before / 8;
    const ByteRange bytes{begin, begin + (*before % 8 + bits + 7) / 8};
    if (!page.range.contains(bytes) || !tensor.bytes.contains(bytes))
        return {};
    const auto stored = std::span(page.bytes).subspan(bytes.begin - page.range.begin, bytes.size());
    return toQString(toText(readScalar(tensor.dtype, stored, *before % 8 / bits)));
}

std::optional<std::uint64_t> elementAt(const Tensor& tensor, std::uint64_t offset)
{
    if (tensor.storage || !tensor.bytes.contains(offset))
        return std::nullopt;
    const unsigned bits = bitsPerElement(tensor.dtype);
    const std::uint64_t byte = offset - tensor.bytes.begin;
    // Divide whole bytes first, as eight times the offset may overflow.
    const std::uint64_t element = bits >= 8 ? byte / (bits / 8) : byte / bits * 8 + byte % bits * 8 / bits;
    return element < tensor.elements() ? std::optional(element) : std::nullopt;
}

HexPages::HexPages(QObject* parent)
    : QObject(parent)
{
}

void HexPages::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_job.stop();
    m_checkpoint = std::move(checkpoint);
}

void HexPages::request(std::uint32_t file, ByteRange window)
{
    if (!m_checkpoint || file >= m_checkpoint->files.size())
        return;
    m_job.start([checkpoint = m_checkpoint, file, window](
                    const Work& work) { return readPage(*checkpoint, file, window, work); },
        [this](Result<HexPagePtr> page) {
            if (page)
                emit ready(*page);
            else
                emit failed(page.error());
        });
}

} // namespace loupe
