#include "formats/torch/dcp/dcp_losses.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe::torch {

/// "72 bytes of 2 tensors ("a", "b")"
std::string DcpLosses::Loss::list() const
{
    constexpr std::size_t mostNamed = 3;
    std::string text = counted(missing, "byte") + " of " + counted(count, "tensor") + " (";
    for (std::size_t i = 0; i < std::min(tensors.size(), mostNamed); ++i)
        text += (i == 0 ? "" : ", ") + quote(tensors[i].name);
    if (count > mostNamed)
        text += " and " + formatCount(count - mostNamed) + " more";
    return text + ')';
}

void DcpLosses::add(std::uint32_t file, std::string_view tensor, std::uint64_t missing, std::uint64_t end)
{
    Loss& loss = m_losses[file];
    loss.missing = saturatingAdd(loss.missing, missing);
    loss.end = std::max(loss.end, end);
    const bool isSame = loss.count > 0 && loss.last == tensor;
    if (!isSame) {
        loss.last = tensor;
        if (loss.count++ < Findings::maximumPerCode)
            loss.tensors.push_back({.name = loss.last});
    }
    if (loss.count == loss.tensors.size()) {
        AffectedTensor& affected = loss.tensors.back();
        affected.bytes = affected.missing = saturatingAdd(affected.missing, missing);
    }
}

void DcpLosses::state(const DcpItems& items, std::span<CompanionFile> companions) const
{
    for (const auto& [number, loss] : m_losses) {
        const DcpFile& file = items.file(number);
        CompanionFile& companion = companions[file.companion];
        Finding finding;
        finding.refusedAs = companion.refusedAs;
        finding.affected = loss.tensors;
        finding.affectedCount = loss.count;
        if (file.source) {
            finding.code = "item-out-of-file";
            finding.message = quote(companion.path) + ": has " + counted(file.source->size(), "byte")
                + ", but .metadata places tensors in it up to byte " + formatCount(loss.end) + ": " + loss.list()
                + " cannot be read. The file is cut off, or .metadata is damaged";
        } else {
            finding.code = "companion-missing";
            finding.message = quote(companion.path) + ", with " + loss.list() + ": " + file.error.message;
        }
        if (loss.count == 1) {
            finding.tensor = loss.tensors.front().name;
            finding.aboutTensor = true;
        }
        companion.damage = std::move(finding);
    }
}

} // namespace loupe::torch
