#pragma once

#include "adapters/config_beside.h"
#include "items/session/left_out.h"
#include "items/writing/writing_problem.h"
#include "items/writing/writing_request.h"
#include "saving/recipe/output.h"

#include <QString>
#include <QStringList>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace loupe {

/// A kind of cast: from a dtype in the file, to a dtype in the pending edits (possibly the same), to a dtype that is
/// written.
struct CastKind {
    DType original = DType::Opaque;
    DType staged = DType::Opaque;
    DType written = DType::Opaque;

    auto operator<=>(const CastKind&) const = default;
};

/// The predicted result of a request. Made without reading values, except those that must be decompressed to check
/// whether they are damaged, if that was requested. Immutable.
struct WritingPreview {
    struct Share {
        DType dtype; ///< including pending edits
        quint64 tensors = 0;
        quint64 bytes = 0; ///< size with pending edits
        std::vector<DType> originals; ///< the dtypes in the files, ascending
    };

    std::vector<Share> dtypes; ///< of the recipe before `casts`, in the order of DType; includes omitted dtypes
    std::vector<WritingProblem> problems; ///< if there are any, nothing can be written
    quint64 sharedTensors = 0; ///< tensors that can be dropped because another tensor contains their storage; counts
                               ///< dropped ones, too
    LeftOut leftOut; ///< important both before and after writing
    QStringList remarks; ///< important before writing
    QStringList notes; ///< about changes without a loss
    QString reassurance; ///< what remains unchanged; may be empty
    std::set<CastKind> casts; ///< each kind that occurs
    std::vector<DType> staged; ///< the dtype of each item of the output, before `casts`
    std::optional<Output> output; ///< nullopt if a problem prevents planning
    quint64 remoteBytes = 0; ///< how many bytes are fetched over the network to write the output
    std::optional<quint64> freeBytes; ///< on the target's file system, available to this user
    ConfigBeside config; ///< to be written next to the output; empty if there is none
    bool replacesConfig = false; ///< the config file exists already
    std::optional<std::filesystem::path> newFolder; ///< the folder to create for the output

    bool isPossible() const { return output && problems.empty(); }
    /// The number of existing files that are replaced.
    quint64 replaced() const { return output ? output->existing() + (replacesConfig ? 1 : 0) : 0; }
};

/// The last reference may be dropped on any thread: memory of a million tensors is released on a job thread.
using WritingPreviewPtr = std::shared_ptr<const WritingPreview>;

/// "a-3.bt, a-4.bt and 7 more": the names of a few files and the number of the others.
QString fileNamesText(const std::vector<std::filesystem::path>& files);

/// Run it in a job. Progress is in bytes of values that are read. Fails only with Stopped or OutOfMemory; anything else
/// is a problem in the preview.
Result<WritingPreviewPtr> previewOf(const WritingRequest& request, const Work& work);

} // namespace loupe
