#include "formats/quantized/scale_findings.h"

#include "core/dtype.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/assumed_values.h"
#include "formats/quantized/coherence.h"
#include "formats/quantized/recognition.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <string>
#include <vector>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t mostBytesEach = std::uint64_t{64} << 10;
constexpr std::uint64_t mostBytesAltogether = std::uint64_t{4} << 20;
/// Limits on the number of reads, since each may wait for a disk or a server.
constexpr std::uint32_t mostRead = 256;
constexpr std::uint32_t mostRemoteRead = 16;

/// Reads and checks the scales that are small enough.
class ScaleReading {
public:
    void check(std::string_view weight, const CheckedScales& scales)
    {
        ++m_scales;
        if (!mayRead(scales.part))
            return;
        const Tensor& tensor = scales.part.tensor;
        std::string bytes(tensor.bytes.size(), '\0');
        if (!scales.part.source->read(tensor.bytes.begin, std::as_writable_bytes(std::span(bytes))))
            return;
        ++m_scalesRead;
        ScaleCheck check(scales);
        check.add(0, std::as_bytes(std::span(bytes)));
        for (Finding& finding : check.findings(weight))
            m_findings.add(std::move(finding));
    }

    /// GPTQ's first version stores zero points minus 1, so 0 wraps around to the greatest code. If a file has such a
    /// zero point, loaders disagree about its values. Reports only the first weight.
    void checkZeroPoints(std::string_view weight, const Scheme& scheme)
    {
        const auto* const grid = dynamic_cast<const CodedGrid*>(scheme.zeroPoints.grid.get());
        if (!grid || m_hasWrapped)
            return;
        const CodeGrid& stored = grid->codes();
        const std::size_t greatest = (std::size_t{1} << stored.bits()) - 1;
        const bool mayWrap = grid->values()[0] == 1 && grid->values()[greatest] == 0;
        if (!mayWrap || !mayRead(stored.part()))
            return;
        std::vector<std::uint8_t> codes(scheme.rows * scheme.groups);
        if (!stored.read({0, scheme.rows, 0, scheme.groups}, codes))
            return;
        const auto wrapped = static_cast<std::uint64_t>(std::ranges::count(codes, greatest));
        m_hasWrapped = wrapped > 0;
        if (!m_hasWrapped)
            return;
        const Tensor& tensor = stored.part().tensor;
        m_findings.add({.severity = Severity::Note,
            .code = "zero-point-wrap",
            .message = quote(tensor.name) + " stores " + counted(wrapped, "zero point") + " as " + formatCount(greatest)
                + ", which is read as 0: some loaders take it for " + formatCount(greatest + 1),
            .file = tensor.file,
            .offset = tensor.bytes.begin,
            .tensor = std::string(weight),
            .aboutTensor = true});
    }

    /// Call this after all checks.
    Findings finish()
    {
        if (m_scalesRead < m_scales)
            m_findings.add({.severity = Severity::Note,
                .code = "scales-unread",
                .message = "only " + formatCount(m_scalesRead) + " of " + counted(m_scales, "scale tensor")
                    + " were read: a scan reads all of them",
                .file = Finding::noFile});
        return std::move(m_findings);
    }

private:
    bool mayRead(const Part& part)
    {
        const std::uint64_t size = part.tensor.bytes.size();
        const bool isAllowed = size <= mostBytesEach && size <= m_bytesLeft
            && m_readings < (part.source->isRemote() ? mostRemoteRead : mostRead);
        m_bytesLeft -= isAllowed ? size : 0;
        m_readings += isAllowed ? 1 : 0;
        return isAllowed;
    }

    Findings m_findings;
    std::uint32_t m_scales = 0;
    std::uint32_t m_scalesRead = 0;
    std::uint32_t m_readings = 0;
    bool m_hasWrapped = false;
    std::uint64_t m_bytesLeft = mostBytesAltogether;
};

} // namespace

Result<Findings> scaleFindings(const Checkpoint& logical, std::span<const std::uint32_t> tensors, const Work& work)
try {
    ScaleReading reading;
    if (!logical.quantized)
        return Findings();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (isStopped(i, work))
            return fail(ErrorCode::Stopped, "stopped while scales were read");
        const Tensor& tensor = logical.tensors[tensors[i]];
        if (const Scheme* const scheme = schemeOf(tensor.storage)) {
            for (const CheckedScales& scales : scheme->checkedScales)
                reading.check(tensor.name, scales);
            reading.checkZeroPoints(tensor.name, *scheme);
        } else if (const auto module = moduleOfActivationScale(tensor.name);
                   module && info(tensor.dtype).kind == DTypeKind::Float) {
            if (const auto part = plainPart(logical, tensors[i]))
                reading.check(std::string(*module) + ".weight", {*part, tensor.dtype, ScaleRule::Activation});
        }
    }
    return reading.finish();
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "no memory to look into scales");
}

Findings findingsOrNote(const Result<Findings>& found)
{
    if (found)
        return *found;
    Findings note;
    note.add({.severity = Severity::Note,
        .code = "scales-unread",
        .message = "the scales were not read: " + describe(found.error()),
        .file = Finding::noFile});
    return note;
}

Result<std::shared_ptr<const Checkpoint>> withScaleFindings(std::shared_ptr<const Checkpoint> logical, const Work& work)
try {
    std::vector<std::uint32_t> all(logical->tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    const auto found = scaleFindings(*logical, all, work);
    if (!found)
        return fail(found.error());
    if (found->list().empty())
        return logical;
    const auto checked = std::make_shared<Checkpoint>(*logical);
    checked->findings.append(*found);
    return checked;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "no memory to look into scales");
}

} // namespace loupe::quantized
