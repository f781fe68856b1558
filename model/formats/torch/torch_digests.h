#pragma once

#include "core/stated_digests.h"
#include "formats/torch/torch_layout.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace loupe::torch {

/// A stretch of a file with bytes that the file states a CRC-32 of.
struct DigestedStretch {
    ByteRange range; ///< of the file
    std::uint64_t values = 0; ///< byte of the file with which the values begin, for messages
    /// Null if the stretch is a whole archive of one tensor, which is read when its digest is asked for.
    std::shared_ptr<const zip::ZipDigest> member = nullptr;
    std::shared_ptr<const Source> unpacked = nullptr; ///< of an archive that was packed as a whole: what it was before
};

/// A file and the stretches in it that have digests.
struct DigestedFile {
    std::string name; ///< for messages
    std::shared_ptr<const Source> source; ///< null: that of the tensor's file
    std::vector<DigestedStretch> stretches;

    void add(const std::vector<TorchMember>& members);
};

/// Reads what an archive states of its tensor.
using ReadArchiveDigests =
    std::function<Result<StatedDigests>(const DigestedFile& file, const DigestedStretch& stretch)>;

/// Collects where the tensors of a checkpoint of many files lie, and states their digests: one for each stretch. May
/// throw std::bad_alloc.
class TorchDigests {
public:
    /// The number of a file, and a byte in it.
    using Place = std::pair<std::uint32_t, std::uint64_t>;

    explicit TorchDigests(ReadArchiveDigests readArchive = nullptr);

    /// The file of that number, which is to be filled.
    DigestedFile& file(std::uint32_t number);
    /// `storage`: of a tensor that lies in the stretches at these places. Other tensors lie in that of their first
    /// byte.
    void add(const Storage* storage, std::vector<Place> places);
    /// Sets the digests of all files of the content. The tensors are sorted. Takes all out of this.
    void state(FileContent& content);

private:
    struct Files;

    std::shared_ptr<Files> m_files;
    std::unordered_map<const Storage*, std::vector<Place>> m_places;
};

} // namespace loupe::torch
