#pragma once

#include "core/name_hash.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/tensor_order.h"
#include "formats/torch/torch_digests.h"
#include "formats/torch/zero/zero_piece.h"

#include <string>
#include <vector>

namespace loupe::torch {

/// Consecutive numbers that are stored in stretches of several files.
class FlatNumbers {
public:
    /// The sum of the sizes must fit in 64 bits. May throw std::bad_alloc.
    void add(std::uint32_t file, ByteRange range);
    std::uint64_t bytes() const { return m_ends.empty() ? 0 : m_ends.back(); }
    /// Appends the pieces that hold bytes [begin, begin + count). Precondition: these bytes exist.
    void take(std::uint64_t begin, std::uint64_t count, std::vector<ZeroPiece>& pieces) const;

private:
    std::vector<ZeroPiece> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< end of each piece, as an offset in the concatenation of all pieces
};

/// The tensors of a checkpoint of many files. The first file is the content's own. May throw std::bad_alloc.
class ZeroTensors {
public:
    explicit ZeroTensors(FileContent& content)
        : m_content(content)
        , m_sources(1)
    {
    }

    /// Returns the number of the file. `source` is for reading pieces.
    std::uint32_t addFile(std::string path, std::shared_ptr<const Source> source, std::vector<FilePart> parts,
        const std::vector<TorchMember>& members);
    /// Sets the members of the content's own file.
    void setMainMembers(const std::string& name, const std::vector<TorchMember>& members)
    {
        addMembers(0, name, nullptr, members);
    }
    /// Moves the tensors of a file's content into the checkpoint.
    void adopt(FileContent& part, std::uint32_t file);
    /// Adds a tensor that is the concatenation of these pieces.
    void add(const std::string& name, std::span<const std::uint64_t> shape, DType dtype,
        const std::vector<ZeroPiece>& pieces, std::uint32_t fileIfEmpty);
    /// Adds a tensor whose values cannot be read; another finding says why.
    void addWithoutValues(
        const std::string& name, std::span<const std::uint64_t> shape, DType dtype, std::uint32_t file);
    /// Adds a second name for a tensor. Returns false if there is no tensor `name`.
    bool addAlias(const std::string& alias, const std::string& name);
    /// The first tensor with that name; null if there is none. Valid until the next tensor is added.
    const Tensor* find(const std::string& name);
    /// Sorts tensors and parts, and states digests.
    void finish();

private:
    Tensor& addTensor(const std::string& name, std::span<const std::uint64_t> shape, DType dtype, std::uint32_t file);
    void addMembers(std::uint32_t file, const std::string& name, const std::shared_ptr<const Source>& source,
        const std::vector<TorchMember>& members);
    std::vector<FilePart>& partsOf(std::uint32_t file)
    {
        return file == 0 ? m_content.parts : m_content.companions[file - 1].parts;
    }

    FileContent& m_content;
    ShapeStore m_shapes;
    std::vector<std::shared_ptr<const Source>> m_sources; ///< by file; null for the content's own
    TorchDigests m_digests;
    std::vector<ZeroPiece> m_covered; ///< bytes of tensors that were added from pieces
    std::vector<LaterPiece> m_laterPieces;
    NameMap<std::string_view, std::uint32_t> m_names; ///< the names of the first m_named tensors
    std::uint32_t m_named = 0;
};

} // namespace loupe::torch
