#include "analysis/digests/whole_reading.h"

#include "analysis/digests/stated_check.h"
#include "analysis/digests/tensor_values.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/parallel/parallel.h"
#include "core/text/quote.h"

#include <algorithm>

namespace loupe {

namespace {

/// Null if the reference reader does not check the digests of the tensor's file.
const DigestStatements* comparedDigests(const CheckpointFile& file)
{
    return file.source && file.digests && !file.digests->refusedAs().empty() ? file.digests.get() : nullptr;
}

std::string_view refusalOf(const Checkpoint& checkpoint, const Tensor& tensor)
{
    if (const DigestStatements* const digests = comparedDigests(checkpoint.files[tensor.file]))
        return digests->refusedAs();
    return tensor.storage ? tensor.storage->refusedAs() : std::string_view();
}

tl::unexpected<Error> mismatch(const Checkpoint& checkpoint, const Tensor& tensor, const CheckedDigests& digests)
{
    const auto wrong = std::ranges::find_if_not(digests, &CheckedDigest::isSame);
    return fail(ErrorCode::Malformed,
        "tensor " + quote(tensor.name) + " is damaged: its " + std::string(statedAlgorithmName(wrong->stated.algorithm))
            + " is " + wrong->found + ", the file states " + wrong->stated.digest,
        checkpoint.files[tensor.file].path.string(), tensor.bytes.begin);
}

Result<> checkStored(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
    const CheckpointFile& file = checkpoint.files[wanted.file];
    const DigestStatements* const digests = comparedDigests(file);
    const std::uint32_t inFile = tensor - file.firstTensor;
    if (!digests || digests->hasMatched(inFile))
        return {};
    const auto checked = checkStatedDigests(checkpoint, tensor, Work{.stop = work.stop});
    if (!checked)
        return fail(checked.error());
    if (!areSame(*checked))
        return mismatch(checkpoint, wanted, *checked);
    digests->setMatched(inFile);
    return {};
}

} // namespace

Result<> checkWhole(const Checkpoint& checkpoint, std::uint32_t tensor, const Work& work)
{
    for (const std::uint32_t part : checkpoint.partsOf(tensor)) {
        if (auto checked = checkStored(checkpoint, part, work); !checked)
            return checked;
    }
    return {};
}

Result<Elements> openWhole(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, const Work& work)
{
    // Done first, since its error is clearer if the tensor cannot be opened at all.
    auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return elements;
    if (auto checked = checkWhole(*checkpoint, tensor, work); !checked)
        return fail(std::move(checked.error()));
    return elements;
}

std::uint64_t separateSpans(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const Tensor& wanted = checkpoint.tensors[tensor];
    const auto elements = elementCount(wanted.shape);
    const bool isPlain = !wanted.storage && hasReadableValues(wanted.dtype) && !undecodedGroup(checkpoint, tensor);
    if (!isPlain || !elements || comparedDigests(checkpoint.files[wanted.file]))
        return 1;
    return std::max<std::uint64_t>(Spans(*elements, Elements::chunkElements(wanted.dtype)).count(), 1);
}

std::vector<std::uint32_t> checkedTensors(const Checkpoint& checkpoint)
{
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (!refusalOf(checkpoint, checkpoint.tensors[i]).empty())
            tensors.push_back(i);
    }
    return tensors;
}

namespace {

/// Whether the error is in another file than the tensor's, such as a separate chunk file.
bool isOfOtherFile(const Error& error, const CheckpointFile& file)
{
    return !error.path.empty() && std::filesystem::path(error.path) != file.path;
}

} // namespace

Result<Findings> findDamaged(const Checkpoint& checkpoint, const std::vector<std::uint32_t>& tensors, const Work& work)
{
    for (const std::uint32_t tensor : tensors)
        work.expect(valueBytes(checkpoint.tensors[tensor]));
    // Several threads read at different offsets.
    const auto expected = expectTensors(checkpoint, tensors, {.purpose = Reading::Purpose::Scan, .isInOrder = false});
    std::vector<Result<>> outcomes(tensors.size());
    std::vector<Buffer> scratch(threadLimit());
    auto done = runPieces(tensors.size(), work, [&](std::uint64_t i, std::size_t worker) -> Result<> {
        const Tensor& tensor = checkpoint.tensors[tensors[i]];
        if (comparedDigests(checkpoint.files[tensor.file])) {
            outcomes[i] = checkWhole(checkpoint, tensors[i], work);
            work.advance(valueBytes(tensor));
        } else {
            outcomes[i] = visitValues(checkpoint, tensors[i], scratch[worker], work, [](std::span<const std::byte>) {});
        }
        // Other errors are already findings, or limits of this program.
        const bool isOver = !outcomes[i]
            && (outcomes[i].error().code == ErrorCode::Stopped || outcomes[i].error().code == ErrorCode::Io
                || outcomes[i].error().code == ErrorCode::Changed);
        return isOver ? outcomes[i] : Result<>();
    });
    if (!done)
        return fail(std::move(done.error()));
    Findings findings;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const Tensor& tensor = checkpoint.tensors[tensors[i]];
        if (outcomes[i] || outcomes[i].error().code != ErrorCode::Malformed)
            continue;
        Error& error = outcomes[i].error();
        const bool isElsewhere = isOfOtherFile(error, checkpoint.files[tensor.file]);
        findings.add({.code = "data-damaged",
            .message = isElsewhere ? describe(error) : std::move(error.message),
            .refusedAs = refusalOf(checkpoint, tensor),
            .file = isElsewhere ? Finding::noFile : tensor.file,
            .offset = isElsewhere ? std::nullopt : std::optional(error.offset.value_or(tensor.bytes.begin)),
            .tensor = std::string(tensor.name),
            .aboutTensor = true});
    }
    return findings;
}

} // namespace loupe
