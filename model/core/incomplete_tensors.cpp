#include "core/incomplete_tensors.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

std::uint64_t behind(ByteRange range, std::uint64_t end)
{
    return range.end - std::clamp(end, range.begin, range.end);
}

/// The bytes in the file that the shape needs if the bytes are the values; otherwise the claimed bytes.
std::uint64_t neededBytes(const Tensor& tensor)
{
    const std::uint64_t claimed = fileBytes(tensor);
    if (tensor.storage || tensor.dtype == DType::Opaque)
        return claimed;
    const auto elements = elementCount(tensor.shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(tensor.dtype)) : std::nullopt;
    return bits ? std::max(claimed, *bits / 8 + (*bits % 8 != 0)) : claimed;
}

/// Excludes the tensor's other pieces.
IncompleteTensor lookAt(const Checkpoint& checkpoint, std::uint32_t index)
{
    const Tensor& tensor = checkpoint.tensors[index];
    const CheckpointFile& file = checkpoint.files[tensor.file];
    if (const std::uint64_t missing = tensor.storage ? tensor.storage->missingBytes() : 0; missing > 0)
        return {index, saturatingAdd(fileBytes(tensor), missing), missing};
    const std::uint64_t needed = neededBytes(tensor);
    const std::uint64_t missing = saturatingAdd(needed - fileBytes(tensor), behind(tensor.bytes, file.size()));
    return {index, needed, file.source ? missing : needed};
}

/// For a piece other than the first one.
std::uint64_t missingOf(const FilePart& part, const CheckpointFile& file)
{
    return part.kind == RegionKind::Tensor ? behind(part.range, file.size()) : 0;
}

} // namespace

std::vector<IncompleteTensor> incompleteTensors(const Checkpoint& checkpoint)
{
    std::vector<IncompleteTensor> pieces; // usually empty; a tensor may have pieces in other files
    for (const CheckpointFile& file : checkpoint.files) {
        for (const FilePart& part : file.parts) {
            if (const std::uint64_t missing = missingOf(part, file); missing > 0)
                pieces.push_back({file.firstTensor + part.tensor, 0, missing});
        }
    }
    std::ranges::stable_sort(pieces, {}, &IncompleteTensor::tensor);
    std::vector<IncompleteTensor> found;
    auto piece = pieces.begin();
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        IncompleteTensor tensor = lookAt(checkpoint, i);
        for (; piece != pieces.end() && piece->tensor == i; ++piece)
            tensor.missing = saturatingAdd(tensor.missing, piece->missing);
        tensor.missing = std::min(tensor.missing, tensor.bytes);
        if (tensor.missing > 0)
            found.push_back(tensor);
    }
    return found;
}

const IncompleteTensor* findIncomplete(std::span<const IncompleteTensor> list, std::uint32_t tensor)
{
    const auto found = std::ranges::lower_bound(list, tensor, {}, &IncompleteTensor::tensor);
    return found != list.end() && found->tensor == tensor ? &*found : nullptr;
}

std::optional<std::string> whyWithoutPlace(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
    if (wanted.storage || !wanted.bytes.empty())
        return std::nullopt;
    const auto finding = std::ranges::find_if(checkpoint.findings.list(), [&](const Finding& one) {
        return one.severity == Severity::Error && one.aboutTensor && one.tensor == wanted.name;
    });
    if (finding == checkpoint.findings.list().end())
        return std::nullopt;
    const std::string subject = "tensor " + quote(wanted.name) + ' ';
    const std::string& message = finding->message;
    return message.starts_with(subject) ? "it " + message.substr(subject.size()) : message;
}

std::string missingText(std::uint64_t missing, std::uint64_t bytes)
{
    return missing == bytes ? "missing entirely (" + counted(bytes, "byte") + ')'
                            : formatCount(missing) + " of " + counted(bytes, "byte") + " missing";
}

std::string missingText(const IncompleteTensor& tensor)
{
    return missingText(tensor.missing, tensor.bytes);
}

std::string missingText(const Checkpoint& checkpoint, const IncompleteTensor& tensor)
{
    const auto why = whyWithoutPlace(checkpoint, tensor.tensor);
    return why ? "without values: " + *why : missingText(tensor);
}

} // namespace loupe
