#include "adapters/computed_tensors.h"

#include "core/elements.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <utility>

namespace loupe {

namespace {

/// On file systems that have no files without names, one loses its name at once.
int openNameless(const std::filesystem::path& folder)
{
    const std::string path = folder.empty() ? "." : folder.string();
    int descriptor = open(path.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return descriptor;
    std::string pattern = path + "/.tloupe-XXXXXX";
    descriptor = mkostemp(pattern.data(), O_CLOEXEC);
    if (descriptor >= 0)
        unlink(pattern.c_str());
    return descriptor;
}

} // namespace

/// Grows at its end; is read from any thread.
class ScratchFile {
public:
    ScratchFile(int descriptor, std::filesystem::path folder)
        : m_descriptor(descriptor)
        , m_folder(std::move(folder))
    {
    }
    ~ScratchFile() { close(m_descriptor); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    /// Returns where the bytes begin.
    Result<std::uint64_t> append(std::span<const std::byte> bytes)
    {
        const std::uint64_t begin = m_size;
        while (!bytes.empty()) {
            const auto written = pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(m_size));
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return fail(systemError(errno, "cannot write a temporary file", m_folder.string()));
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            m_size += static_cast<std::uint64_t>(written);
        }
        return begin;
    }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) const
    {
        while (!target.empty()) {
            const auto got = pread(m_descriptor, target.data(), target.size(), static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return fail(systemError(got == 0 ? EIO : errno, "cannot read a temporary file", m_folder.string()));
            target = target.subspan(static_cast<std::size_t>(got));
            offset += static_cast<std::uint64_t>(got);
        }
        return {};
    }

private:
    int m_descriptor;
    std::filesystem::path m_folder;
    std::uint64_t m_size = 0;
};

namespace {

class ScratchValues : public Storage {
public:
    ScratchValues(std::shared_ptr<const ScratchFile> file, std::uint64_t begin)
        : m_file(std::move(file))
        , m_begin(begin)
    {
    }
    Result<> decode(const Tensor& tensor, const Source&, std::uint64_t first, std::uint64_t,
        std::span<std::byte> target) const override
    {
        return m_file->read(m_begin + first * bitsPerElement(tensor.dtype) / 8, target);
    }

private:
    std::shared_ptr<const ScratchFile> m_file;
    std::uint64_t m_begin;
};

} // namespace

ComputedTensors::ComputedTensors(std::shared_ptr<ScratchFile> file)
    : m_file(std::move(file))
{
}

std::filesystem::path scratchFolder(const std::filesystem::path& folder)
{
    std::error_code ignored;
    if (!folder.empty() && std::filesystem::is_directory(folder, ignored) && access(folder.c_str(), W_OK) == 0)
        return folder;
    const auto temporary = std::filesystem::temp_directory_path(ignored);
    return temporary.empty() ? std::filesystem::path("/tmp") : temporary;
}

Result<ComputedTensors> ComputedTensors::create(const std::filesystem::path& folder)
{
    const int descriptor = openNameless(folder);
    if (descriptor < 0)
        return fail(systemError(errno, "cannot make a temporary file", folder.empty() ? "." : folder.string()));
    return ComputedTensors(std::make_shared<ScratchFile>(descriptor, folder));
}

Result<std::uint32_t> ComputedTensors::add(
    std::string_view name, std::span<const std::uint64_t> shape, std::span<const double> values)
{
    const std::vector<float> narrow(values.begin(), values.end());
    const auto begin = m_file->append(std::as_bytes(std::span(narrow)));
    if (!begin)
        return fail(begin.error());
    auto storage = std::make_shared<const ScratchValues>(m_file, *begin);
    Tensor tensor;
    tensor.name = m_arena->copy(name);
    tensor.shape = m_arena->copy(shape);
    tensor.dtype = DType::F32;
    tensor.storage = storage.get();
    m_checkpoint->storages.push_back(std::move(storage));
    m_checkpoint->tensors.push_back(tensor);
    return static_cast<std::uint32_t>(m_checkpoint->tensors.size() - 1);
}

std::shared_ptr<const Checkpoint> ComputedTensors::take(std::span<const std::shared_ptr<const Checkpoint>> inputs)
{
    m_checkpoint->path = inputs.front()->path;
    m_checkpoint->format = inputs.front()->format;
    for (const auto& input : inputs) {
        for (CheckpointFile file : input->files) {
            file.firstTensor = 0;
            file.tensorCount = 0;
            file.parts.clear();
            file.describedBy.reset();
            file.digests = nullptr;
            m_checkpoint->files.push_back(std::move(file));
        }
    }
    m_checkpoint->files.front().tensorCount = static_cast<std::uint32_t>(m_checkpoint->tensors.size());
    for (CheckpointFile& file : std::span(m_checkpoint->files).subspan(1))
        file.firstTensor = m_checkpoint->files.front().tensorCount;
    m_checkpoint->arenas.push_back(std::move(m_arena));
    return std::move(m_checkpoint);
}

} // namespace loupe
