#pragma once

#include "core/elements.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace loupe::test {

/// A real file with one tensor, after three other bytes so that nothing is aligned.
class OneTensor {
public:
    static constexpr std::uint64_t offset = 3;

    /// `wanted` is the shape; empty for one dimension.
    OneTensor(DType dtype, std::string_view bytes, Source::Access access = Source::Access::Automatic,
        std::vector<std::uint64_t> wanted = {})
        : m_path(m_folder.write("tensor", "abc" + std::string(bytes)))
    {
        auto arena = std::make_shared<Arena>();
        auto checkpoint = std::make_shared<Checkpoint>();
        CheckpointFile& file = checkpoint->files.emplace_back();
        file.path = m_path;
        file.source = Source::open(m_path, access).value();
        Tensor tensor;
        tensor.name = "t";
        const std::vector<std::uint64_t> shape =
            wanted.empty() ? std::vector<std::uint64_t>{bytes.size() * 8 / bitsPerElement(dtype)} : wanted;
        tensor.shape = arena->copy(std::span<const std::uint64_t>(shape));
        tensor.dtype = dtype;
        tensor.bytes = {offset, offset + bytes.size()};
        checkpoint->tensors.push_back(tensor);
        checkpoint->arenas.push_back(std::move(arena));
        m_checkpoint = std::move(checkpoint);
    }

    template <typename T>
    OneTensor(DType dtype, const std::vector<T>& values, Source::Access access = Source::Access::Automatic)
        : OneTensor(
            dtype, std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)), access)
    {
    }

    template <typename T>
    OneTensor(DType dtype, std::vector<std::uint64_t> shape, const std::vector<T>& values)
        : OneTensor(dtype, std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)),
            Source::Access::Automatic, std::move(shape))
    {
    }

    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }
    const std::filesystem::path& path() const { return m_path; }
    Elements elements() const { return Elements::open(m_checkpoint, 0).value(); }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_path;
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace loupe::test
