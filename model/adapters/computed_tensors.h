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

/// The folder for temporary results: `folder` if files can be created in it, else the system's temporary folder.
std::filesystem::path scratchFolder(const std::filesystem::path& folder);

/// Tensors that are computed before the output is written. Their values are kept in an unnamed file, so that those of a
/// large adapter do not have to fit in memory.
class ComputedTensors {
public:
    /// `folder`: where to create the file, normally the folder of the output. Fails with Io, NoSpace or
    /// PermissionDenied.
    static Result<ComputedTensors> create(const std::filesystem::path& folder);

    /// Adds an F32 tensor and returns its index. Fails as create() does. Precondition: the shape matches the number of
    /// values.
    Result<std::uint32_t> add(
        std::string_view name, std::span<const std::uint64_t> shape, std::span<const double> values);

    /// Returns all tensors as a checkpoint. It lists the files of `inputs` as its own, so that they are not
    /// overwritten.
    std::shared_ptr<const Checkpoint> take(std::span<const std::shared_ptr<const Checkpoint>> inputs);

private:
    explicit ComputedTensors(std::shared_ptr<ScratchFile> file);

    std::shared_ptr<ScratchFile> m_file;
    std::shared_ptr<Arena> m_arena = std::make_shared<Arena>();
    std::shared_ptr<Checkpoint> m_checkpoint = std::make_shared<Checkpoint>();
};

} // namespace loupe
