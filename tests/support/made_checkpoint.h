#pragma once

#include "core/checkpoint.h"
#include "support/temporary_file.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe::test {

/// Builds a checkpoint of consecutive tensors, as a writer would lay them out. It has no file unless addZeros() is
/// called.
class MadeCheckpoint {
public:
    MadeCheckpoint()
    {
        m_checkpoint->files.resize(1);
        m_checkpoint->format = "made";
    }

    MadeCheckpoint& add(
        std::string_view name, DType dtype = DType::F32, std::vector<std::uint64_t> shape = {1}, std::uint32_t file = 0)
    {
        Tensor tensor;
        tensor.name = m_arena->copy(name);
        tensor.shape = m_arena->copy(std::span<const std::uint64_t>(shape));
        tensor.dtype = dtype;
        tensor.file = file;
        const std::uint64_t size = tensor.elements() * bitsPerElement(dtype) / 8;
        tensor.bytes = {m_offset, m_offset + size};
        m_offset += size;
        m_checkpoint->tensors.push_back(tensor);
        return *this;
    }

    /// Adds a file of zeros that is large enough for everything added so far. The file is deleted once it is mapped.
    MadeCheckpoint& addZeros()
    {
        const TemporaryFolder folder;
        const auto path = folder.write("zeros", {});
        std::filesystem::resize_file(path, m_offset);
        m_checkpoint->files.front().source = Source::open(path).value();
        return *this;
    }

    Checkpoint* operator->() { return m_checkpoint.get(); }

    /// Returns the checkpoint. Nothing can be added afterward.
    std::shared_ptr<const Checkpoint> take()
    {
        m_checkpoint->files.front().tensorCount = static_cast<std::uint32_t>(m_checkpoint->tensors.size());
        m_checkpoint->files.front().data = {0, m_offset};
        m_checkpoint->arenas.push_back(std::move(m_arena));
        return std::move(m_checkpoint);
    }

private:
    std::shared_ptr<Checkpoint> m_checkpoint = std::make_shared<Checkpoint>();
    std::shared_ptr<Arena> m_arena = std::make_shared<Arena>();
    std::uint64_t m_offset = 0;
};

} // namespace loupe::test
