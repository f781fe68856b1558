#pragma once

#include "adapters/config_beside.h"
#include "items/session/left_out.h"
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

/// Why a request cannot be carried out, and what would fix it.
struct WritingProblem {
    enum class Fix : std::uint8_t {
        None,
        Cast, ///< tensors of `dtype` to `to`
        LeaveOut, ///< tensors of `dtype`
        KeepFirst, ///< of tensors of one name
        KeepWhole, ///< what is whole is written, what is not is omitted
        CreateFolder, ///< the folder to write into
    };
    QString text; ///< plain; may hold anything
    Fix fix = Fix::None;
    DType dtype = DType::Opaque;
    DType to = DType::Opaque;
    quint64 tensors = 0; ///< that it is about
    QString folder = {}; ///< of CreateFolder
};

/// The casts of tensors of one dtype that are staged as another, or as it, and written as a third.
struct CastKind {
    DType original = DType::Opaque;
    DType staged = DType::Opaque;
    DType written = DType::Opaque;

    auto operator<=>(const CastKind&) const = default;
};

/// What a request comes to, found out without reading values, but for those that must be unpacked to see whether they
/// are whole where that is asked for. Immutable.
struct WritingPreview {
    struct Share {
        DType dtype; ///< as staged
        quint64 tensors = 0;
        quint64 bytes = 0; ///< that they would take as they are staged
        std::vector<DType> originals; ///< that they have in their files, ascending
    };

    std::vector<Share> dtypes; ///< of the recipe before `casts`, in their order; also of those that are omitted by it
    std::vector<WritingProblem> problems; ///< nothing can be written while there are any
    quint64 sharedTensors = 0; ///< that can be dropped as their storage is another's, dropped or not
    LeftOut leftOut; ///< worth knowing before it is written, and afterwards
    QStringList remarks; ///< worth knowing before it is written
    QStringList notes; ///< what happens without a loss
    QString reassurance; ///< what stays as it is; may be empty
    std::set<CastKind> casts; ///< each that occurs
    std::vector<DType> staged; ///< of each item of the output, before `casts`
    std::optional<Output> output; ///< nothing if a problem keeps it from being planned
    quint64 remoteBytes = 0; ///< that writing fetches over the network
    std::optional<quint64> freeBytes; ///< on the target's file system, for this user
    ConfigBeside config; ///< that is written next to the output; empty if there is none
    bool replacesConfig = false; ///< such a file is there already

    bool isPossible() const { return output && problems.empty(); }
    /// How many files are there already.
    quint64 replaced() const { return output ? output->existing() + (replacesConfig ? 1 : 0) : 0; }
};

/// The last reference may be dropped on any thread: what a million tensors take is released on a job thread.
using WritingPreviewPtr = std::shared_ptr<const WritingPreview>;

/// "a-3.bt, a-4.bt and 7 more": the names of files, a few of them.
QString fileNamesText(const std::vector<std::filesystem::path>& files);

/// For a job; progress in bytes of values that are read. Fails with Stopped or OutOfMemory only; what else is wrong is
/// a problem of the preview.
Result<WritingPreviewPtr> previewOf(const WritingRequest& request, const Work& work);

} // namespace loupe
