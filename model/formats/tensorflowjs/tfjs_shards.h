#pragma once

#include "core/finding.h"
#include "formats/shared/format.h"
#include "formats/storages/spanning_storage.h"
#include "formats/tensorflowjs/tfjs_manifest.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe::tensorflowjs {

/// One file of a group.
struct TfjsShard {
    std::uint32_t companion = 0; ///< index into FileContent::companions
    std::uint64_t end = 0; ///< end of its bytes in the concatenation of the group's files
};

/// The files that a manifest names. The files' sizes determine where weights are, so they are queried when the manifest
/// is read. Opens a file only if a weight is spread over several files, or if strings must be walked over.
class TfjsShards {
public:
    TfjsShards(const Source& source, FileContent& content)
        : m_source(source)
        , m_content(content)
    {
    }

    /// The files of a group whose weights have a total of `needed` bytes (nothing if unknown). Stops before a path that
    /// this program does not follow. Assumes a size for a missing file: the bytes that the other files lack, or, if
    /// several files are missing, the size of the others.
    std::vector<TfjsShard> of(const TfjsGroup& group, std::optional<std::uint64_t> needed);
    /// The file itself; null if it cannot be opened.
    std::shared_ptr<const Source> open(std::uint32_t companion);
    /// The stretches of these files that hold [begin, end), counted over the concatenation of the files. Returns
    /// nothing if one of them cannot be opened or is too short.
    std::optional<std::vector<SourcePiece>> pieces(
        const std::vector<TfjsShard>& shards, std::uint64_t begin, std::uint64_t end);

private:
    struct File {
        std::uint32_t companion = 0;
        std::optional<std::uint64_t> size; ///< nothing if it is missing
    };
    std::optional<File> fileAt(const std::string& path, const TfjsGroup& group);
    void addError(std::string_view code, std::string message, const TfjsGroup& group);

    const Source& m_source;
    FileContent& m_content;
    std::map<std::string, File> m_files; ///< by path
    std::map<std::uint32_t, std::shared_ptr<const Source>> m_opened; ///< by companion
};

} // namespace loupe::tensorflowjs
