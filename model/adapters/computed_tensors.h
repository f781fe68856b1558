#pragma once

#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

class ScratchFile;

/// For what is computed before it is written: `folder` where files can be made in it, else that of the system for
/// temporary files.
std::filesystem::path scratchFolder(const std::filesystem::path& folder);

/// Tensors whose values were computed before they are written. They lie in a file without a name, so that those of a
/// large adapter do not have to fit in memory.
class ComputedTensors {
public:
    /// The file is in `folder`, that of the output. Fails with Io, NoSpace or PermissionDenied.
    static Result<ComputedTensors> create(const std::filesystem::path& folder);

    /// Adds one of F32; returns its number. Fails as create() does. Precondition: the shape has as many elements.
    Result<std::uint32_t> add(
        std::string_view name, std::span<const std::uint64_t> shape, std::span<const double> values);

    /// All of them as a checkpoint, which is of the files of `inputs`: that nothing is written over them.
    std::shared_ptr<const Checkpoint> take(std::span<const std::shared_ptr<const Checkpoint>> inputs);

private:
    explicit ComputedTensors(std::shared_ptr<ScratchFile> file);

    std::shared_ptr<ScratchFile> m_file;
    std::shared_ptr<Arena> m_arena = std::make_shared<Arena>();
    std::shared_ptr<Checkpoint> m_checkpoint = std::make_shared<Checkpoint>();
};

} // namespace loupe
