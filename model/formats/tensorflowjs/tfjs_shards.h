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
    std::uint64_t end = 0; ///< of its bytes, counted over all files of the group
};

/// The files that a manifest names. Their sizes decide where weights lie, so they are asked for when the manifest is
/// read. They are opened only where a weight lies in several of them, or where strings must be walked over.
class TfjsShards {
public:
    TfjsShards(const Source& source, FileContent& content)
        : m_source(source)
        , m_content(content)
    {
    }

    /// The files of a group whose weights have `needed` bytes (nothing: unknown). Stops before a path that is not
    /// followed. A missing file is taken for as long as it must be: what the others lack, or as the others where there
    /// are several.
    std::vector<TfjsShard> of(const TfjsGroup& group, std::optional<std::uint64_t> needed);
    /// The file itself; null if it cannot be opened.
    std::shared_ptr<const Source> open(std::uint32_t companion);
    /// The stretches of these files in which [begin, end) lies. Without those of the first file's own source, if all
    /// can be opened; else nothing.
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
