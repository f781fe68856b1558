#pragma once

#include "core/name_hash.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/truncation.h"
#include "formats/storages/affine_storage.h"
#include "formats/storages/strided_storage.h"
#include "formats/torch/torch_records.h"
#include "formats/zip/zip_digests.h"

#include <optional>
#include <set>
#include <string>

namespace loupe::torch {

/// A storage in the file.
struct TorchStored {
    std::shared_ptr<const StoredBytes> bytes;
    std::string place; ///< for messages: "member archive/data/0"
    bool readable = true; ///< if false, a finding says why
    bool isCut = false; ///< the file ends within it; its size is what the pickle claims
    bool sizeIsExact = false; ///< torch.load also rejects a storage that is longer than claimed
    std::shared_ptr<const zip::ZipDigest> digest = nullptr; ///< null if the file states none
    bool isSizeReported = false; ///< a finding already says that its size differs from the claim
};

/// A member of an archive with a stated digest of its content.
struct TorchMember {
    ByteRange range; ///< in the file, packed if the member is packed
    std::shared_ptr<const zip::ZipDigest> digest; ///< never null
};

/// Assigns tensors to the bytes of their storages. May throw std::bad_alloc.
class TorchLayout {
public:
    TorchLayout(FileContent& content, std::uint64_t fileSize)
        : m_content(content)
        , m_fileSize(fileSize)
        , m_truncation(fileSize)
    {
    }

    void addStorage(std::string_view key, TorchStored storage)
    {
        m_storages.insert_or_assign(std::string(key), std::move(storage));
    }
    /// Reports missing storages as warnings: torch.load leaves their values undefined.
    void allowMissing() { m_missing = Severity::Warning; }
    /// Call this if the file is truncated, which explains missing storages.
    void expectTruncation() { m_isTruncated = true; }
    /// True if a finding says which tensors lack bytes because the file is truncated. Valid after finish().
    bool reportedTruncation() const { return !m_truncation.empty(); }
    /// Adds a tensor, and findings if its storage is missing or too short. Returns false if its values cannot be read.
    bool place(std::string_view name, const TorchTensor& tensor);
    /// Adds a tensor whose integers stand for (integer - zero point) * scale. Returns false if they cannot be read, or
    /// do not have a type that torch quantizes to.
    bool placeQuantized(std::string_view name, const TorchTensor& tensor, TensorScale scale);
    /// As above, with a scale and a zero point for each index of an axis, which become tensors, too. Also returns false
    /// if these do not fit the axis.
    bool placeQuantized(std::string_view name, const TorchTensor& tensor, std::uint64_t axis, const TorchTensor& scales,
        const TorchTensor& zeroPoints);
    /// The range with all elements of a tensor, if they are stored plainly, contiguously and completely; otherwise
    /// nothing. Adds no tensor.
    std::optional<ByteRange> plainBytes(const TorchTensor& tensor);
    /// The storages that have digests, in the order of their bytes.
    std::vector<TorchMember> members() const;
    /// Adds a tensor of one dimension whose values are in the pickle, at `offset`.
    void placeNumbers(std::string_view name, std::span<const std::uint64_t> numbers, std::uint64_t offset);
    /// Adds a tensor without values, because its record is broken.
    void placeBroken(std::string_view name, const std::string& problem, std::uint64_t offset);
    /// Sorts the tensors by their bytes, and adds stretches of storages that no tensor covers as parts of the file.
    void finish();

private:
    /// Null if there is none. Hashes the bytes of a long key only once, however many tensors refer to it.
    TorchStored* find(const TorchStorageRef& ref);
    Tensor& add(std::string_view name, std::span<const std::uint64_t> shape, const TorchName& type);
    bool placeIn(TorchStored& stored, const TorchTensor& tensor, Tensor& target);
    void storeValues(const TorchStored& stored, const TorchTensor& tensor, std::uint64_t first, Tensor& target);
    void changeSigns(const TorchTensor& tensor, Tensor& target);
    bool scaleLast(std::variant<TensorScale, ChannelScales> scales, const TorchTensor& tensor);
    template <typename Made>
    const Storage* keep(std::shared_ptr<const Made> storage);
    void state(const TorchStored& stored, bool isPart);
    void warnOfExpansion(const Tensor& tensor);
    static void extend(TorchStored& stored, const TorchTensor& tensor);
    void checkSize(TorchStored& stored, const TorchTensor& tensor);
    void report(const Tensor& tensor, Severity severity, std::string_view code, std::string what,
        std::optional<std::uint64_t> offset = std::nullopt);
    void placeBehindEnd(const TorchTensor& tensor, const Tensor& target);
    void addUnshown();

    FileContent& m_content;
    std::uint64_t m_fileSize;
    NameMap<std::string, TorchStored> m_storages;
    std::unordered_map<pickle::PickleId, TorchStored*> m_longKeys; ///< keys in the object's pickle
    std::vector<zip::ZipStatement> m_statements; ///< by tensor
    ShapeStore m_shapes;
    Severity m_missing = Severity::Error; ///< severity of the finding about a missing storage
    bool m_isTruncated = false;
    Truncation m_truncation;
    std::set<std::string, std::less<>> m_behindEnd; ///< keys of these storages, shortened to the compared length
    std::uint64_t m_bytesBehindEnd = 0; ///< total size of these storages
};

} // namespace loupe::torch
