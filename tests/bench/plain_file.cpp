#include "bench/plain_file.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace loupe::test {

Elements openPlain(const std::filesystem::path& path, DType dtype)
{
    auto arena = std::make_shared<Arena>();
    auto checkpoint = std::make_shared<Checkpoint>();
    CheckpointFile& file = checkpoint->files.emplace_back();
    file.path = path;
    file.source = Source::open(path).value();
    Tensor tensor;
    tensor.name = "t";
    tensor.dtype = dtype;
    tensor.bytes = {0, file.source->size()};
    const std::array shape{file.source->size() * 8 / bitsPerElement(dtype)};
    tensor.shape = arena->copy(std::span<const std::uint64_t>(shape));
    checkpoint->tensors.push_back(tensor);
    checkpoint->arenas.push_back(std::move(arena));
    return Elements::open(std::move(checkpoint), 0).value();
}

std::uint64_t sumOf(std::span<const std::byte> bytes)
{
    constexpr std::size_t ahead = 4096;
    std::array<std::uint64_t, 4> sums{};
    for (std::size_t i = 0; i + 64 <= bytes.size(); i += 64) {
        __builtin_prefetch(bytes.data() + i + ahead);
        std::array<std::uint64_t, 8> words;
        std::memcpy(words.data(), bytes.data() + i, 64);
        for (std::size_t k = 0; k < 4; ++k)
            sums[k] += words[k] + words[k + 4];
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
}

void use(std::uint64_t sum)
{
    if (sum == 1) // never
        std::puts("");
}

} // namespace loupe::test
