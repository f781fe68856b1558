#include "formats/shared/truncation.h"

#include "core/text/text.h"

#include <algorithm>

namespace loupe {

void Truncation::add(const Tensor& tensor)
{
    const std::uint64_t there = m_fileSize - std::min(m_fileSize, tensor.bytes.begin);
    add(tensor.name, tensor.bytes.size(), tensor.bytes.size() - std::min(tensor.bytes.size(), there),
        tensor.bytes.begin);
    expectMissing(tensor.bytes.end - std::min(tensor.bytes.end, m_fileSize));
}

void Truncation::add(
    std::string_view name, std::uint64_t bytes, std::uint64_t missing, std::optional<std::uint64_t> begin)
{
    if (begin && *begin >= m_fileSize)
        begin.reset();
    if (m_finding.affectedCount++ < Findings::maximumPerCode)
        m_finding.affected.push_back({std::string(name), bytes, missing, begin});
    if (begin && (!m_finding.offset || *begin < *m_finding.offset))
        m_finding.offset = begin;
}

void Truncation::expectMissing(std::uint64_t bytes)
{
    m_missing = std::max(m_missing, bytes);
}

Finding Truncation::finding(std::string_view code, std::string_view refusedAs, std::uint64_t tensors) const
{
    Finding finding = m_finding;
    finding.code = code;
    finding.refusedAs = refusedAs;
    const std::uint64_t intact = tensors - std::min(tensors, finding.affectedCount);
    finding.message = "the file is truncated: " + formatBytes(m_missing) + " missing; "
        + (tensors == 1 ? "its tensor is incomplete"
                        : formatCount(intact) + " of " + counted(tensors, "tensor") + " intact")
        + ". Download or copy it again" + (intact > 0 ? ", or salvage the intact tensors" : "");
    if (finding.affectedCount == 1) {
        finding.tensor = finding.affected.front().name;
        finding.aboutTensor = true;
    }
    return finding;
}

} // namespace loupe
