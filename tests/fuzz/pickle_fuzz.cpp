/// Takes the input as a pickle: the reader must not crash or do more work than the stream's size allows, and its result
/// can be walked. Also takes it as both kinds of PyTorch files and as a Paddle file: the bytes of tensors must be
/// within the file.

#include "core/elements.h"
#include "formats/paddle/paddle.h"
#include "formats/pickle/pickle_reader.h"
#include "formats/pickle/pickle_value_text.h"
#include "formats/pickle/pickle_walk.h"
#include "formats/torch/torch.h"
#include "formats/torch/torch_records.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace loupe;
using fuzz::require;

void readAsPickle(std::string_view stream)
{
    const pickle::PickleReading reading = pickle::readPickle(stream, {});
    require(reading.end <= stream.size(), "no more is read than there is");
    // INST makes the most values, five: a tuple, two names, a class, a call.
    require(reading.values.size() <= 5 * stream.size(), "values are bounded by the stream");
    require(!reading.fault || reading.fault->offset <= stream.size(), "faults are in the stream");
    require(reading.root == pickle::PickleValues::none || reading.root < reading.values.size(), "the root is a value");
    const torch::TorchRecords records(reading.values);
    Findings findings;
    std::uint64_t visits = 0;
    const pickle::PickleVisitor visitor{
        [&](const std::string&, pickle::PickleId id) {
            ++visits;
            std::string problem;
            const auto kind = records.kind(id);
            if (kind == torch::TorchRecords::Kind::Tensor || kind == torch::TorchRecords::Kind::Storage)
                (void)records.tensor(id, problem);
            if (kind == torch::TorchRecords::Kind::Quantized)
                (void)records.quantizer(id);
            if (kind == torch::TorchRecords::Kind::Sparse)
                (void)records.sparse(id);
        },
        [&](const std::string&, pickle::PickleId id) {
            ++visits;
            (void)pickle::pickleText(records, id);
        },
    };
    require(pickle::walkPickle(records, reading.root, stream.size(), 0, visitor, findings, {}), "nobody stopped it");
    require(visits <= 4 * reading.values.size() + 100'000, "walking is bounded by the values");
}

void readAsFile(const Format& format, const std::uint8_t* data, std::size_t size)
{
    const auto path = fuzz::memoryFile(data, size);
    if (!path)
        return;
    const auto source = Source::open(*path, Source::Access::Read);
    require(source.has_value(), "a file in memory opens");
    const auto content = format.read(**source, {});
    require(content.has_value(), "content gives findings, not failures");
    for (std::size_t i = 0; i < content->tensors.size(); ++i) {
        const Tensor& tensor = content->tensors[i];
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        require(i == 0 || content->tensors[i - 1].bytes.begin <= tensor.bytes.begin, "tensors are sorted");
        if (!tensor.storage || tensor.bytes.end > size || tensor.elements() == 0)
            continue;
        // Decodes the first and last elements of views, where arithmetic is most likely wrong.
        const std::uint64_t bytes = bitsPerElement(tensor.dtype) / 8;
        std::vector<std::byte> target(std::min<std::uint64_t>(tensor.elements(), 100) * bytes);
        const std::uint64_t count = target.size() / bytes;
        (void)tensor.storage->decode(tensor, **source, 0, count, target);
        (void)tensor.storage->decode(tensor, **source, tensor.elements() - count, count, target);
    }
    require(format.headerFields(**source, {0, size}, {}).has_value(), "fields are read");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    readAsPickle({reinterpret_cast<const char*>(data), size});
    readAsFile(torch::torchFormat, data, size);
    readAsFile(paddle::paddleFormat, data, size);
    return 0;
}
