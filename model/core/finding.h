#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

enum class Severity : std::uint8_t {
    Note, ///< worth knowing, but not a problem
    Warning,
    Error,
};

/// "note", "warning", "error".
std::string_view severityName(Severity severity);

/// One of the tensors that a finding affects, for example because the file is truncated and lacks bytes of it.
struct AffectedTensor {
    std::string name;
    std::uint64_t bytes = 0; ///< that it should have in the file
    std::uint64_t missing = 0; ///< how many of `bytes` are missing
    std::optional<std::uint64_t> offset =
        {}; ///< of its first byte, from the start of the file; nothing if past the end

    bool operator==(const AffectedTensor&) const = default;
};

/// Something noteworthy about a file.
struct Finding {
    static constexpr std::uint32_t noFile = 0xffffffff;

    Severity severity = Severity::Error;
    std::string_view code; ///< stable identifier for scripts, static text such as "offset-hole"
    /// Says what is wrong and what was expected. For common damage, also explains it and says what the user can do.
    std::string message;
    /// The error with which the format's reference reader refuses the file, such as "InvalidOffset"; static text, empty
    /// if the reference accepts the file. May be set on a warning, since we can open files with unknown dtypes.
    std::string_view refusedAs = {};
    std::uint32_t file =
        0; ///< index into Checkpoint::files; noFile if the finding is about the index or about several files as a whole
    std::optional<std::uint64_t> offset = {}; ///< from the start of the file, or of the index
    std::string tensor = {}; ///< its name; empty if the finding is not about a single tensor
    bool aboutTensor = false; ///< distinguishes the tensor named "" from none
    /// One cause is reported as one finding, even if it affects many tensors: the first Findings::maximumPerCode of
    /// affectedCount tensors.
    std::vector<AffectedTensor> affected = {};
    std::uint64_t affectedCount = 0;

    bool operator==(const Finding&) const = default;
};

/// The message without the file name that some messages begin with, for output lines that already begin with the file.
std::string_view messageBehindFile(std::string_view message, std::string_view fileName);

/// Collects findings. Keeps the first maximumPerCode of each code and only counts the rest, so that a file with a
/// million errors takes no more memory than a file with a thousand.
class Findings {
public:
    static constexpr std::size_t maximumPerCode = 1000;

    void add(Finding finding);
    /// Appends all of `other`. If `file` is given, assigns them to that file, except those with noFile; otherwise they
    /// keep their files.
    void append(const Findings& other, std::optional<std::uint32_t> file = {});

    const std::vector<Finding>& list() const { return m_list; }
    /// The number of findings with this code that were added but not kept in the list.
    std::uint64_t suppressed(std::string_view code) const;
    /// True if any finding that was added, kept or not, is an error.
    bool hasErrors() const { return m_hasErrors; }
    /// True if the reference reader accepts the file.
    bool referenceAccepts() const { return !m_refused; }

    bool operator==(const Findings&) const = default;

private:
    std::vector<Finding> m_list;
    std::unordered_map<std::string_view, std::uint64_t> m_counts;
    bool m_hasErrors = false;
    bool m_refused = false;
};

} // namespace loupe
