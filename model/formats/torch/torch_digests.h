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

/// A stretch of a file for which the file states a CRC-32.
struct DigestedStretch {
    ByteRange range; ///< in the file
    std::uint64_t values = 0; ///< offset in the file at which the values begin, for messages
    /// Null if the stretch is a whole archive with one tensor, which is read when its digest is requested.
    std::shared_ptr<const zip::ZipDigest> member = nullptr;
    std::shared_ptr<const Source> unpacked = nullptr; ///< content of an archive that was compressed as a whole
};

/// A file and the stretches in it that have digests.
struct DigestedFile {
    std::string name; ///< for messages
    std::shared_ptr<const Source> source; ///< null for the tensor's file
    std::vector<DigestedStretch> stretches;

    void add(const std::vector<TorchMember>& members);
};

/// Reads the digests that an archive states for its tensor.
using ReadArchiveDigests =
    std::function<Result<StatedDigests>(const DigestedFile& file, const DigestedStretch& stretch)>;

/// Collects the locations of the tensors of a checkpoint with many files, and states their digests, one per stretch.
/// May throw std::bad_alloc.
class TorchDigests {
public:
    /// The number of a file, and a byte in it.
    using Place = std::pair<std::uint32_t, std::uint64_t>;

    explicit TorchDigests(ReadArchiveDigests readArchive = nullptr);

    /// The file with that number, for the caller to fill.
    DigestedFile& file(std::uint32_t number);
    /// `storage` belongs to a tensor that is stored in the stretches at these places. Other tensors are stored in the
    /// stretch that holds their first byte.
    void add(const Storage* storage, std::vector<Place> places);
    /// Sets the digests of all files of the content. The tensors must be sorted. Moves everything out of this object.
    void state(FileContent& content);

private:
    struct Files;

    std::shared_ptr<Files> m_files;
    std::unordered_map<const Storage*, std::vector<Place>> m_places;
};

} // namespace loupe::torch
