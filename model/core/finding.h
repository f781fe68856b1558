#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

enum class Severity : std::uint8_t {
    Note, ///< worth knowing, and no fault
    Warning,
    Error,
};

/// "note", "warning", "error".
std::string_view severityName(Severity severity);

/// A tensor that a finding about several is about: a file that ends too early lacks bytes of it.
struct AffectedTensor {
    std::string name;
    std::uint64_t bytes = 0; ///< that it should have in the file
    std::uint64_t missing = 0; ///< of these
    std::optional<std::uint64_t> offset =
        {}; ///< where it begins, from the first byte of the file; nothing past its end

    bool operator==(const AffectedTensor&) const = default;
};

/// Something noteworthy about a file.
struct Finding {
    static constexpr std::uint32_t noFile = 0xffffffff;

    Severity severity = Severity::Error;
    std::string_view code; ///< for scripts, static text such as "offset-hole"
    std::string message; ///< what, and what was expected; of common damage also what it means and what can be done
    /// The error under which the format's reference reader refuses the file, such as "InvalidOffset"; static text,
    /// empty if the reference accepts. May stand on a warning: an unknown dtype is no obstacle to us.
    std::string_view refusedAs = {};
    std::uint32_t file =
        0; ///< index into Checkpoint::files; noFile where it is about the index, or about several files as one
    std::optional<std::uint64_t> offset = {}; ///< from the first byte of the file, or of the index
    std::string tensor = {}; ///< its name; empty if the finding is about no single tensor
    bool aboutTensor = false; ///< distinguishes the tensor named "" from none
    /// One cause is one finding, whatever it affects: the first Findings::maximumPerCode of affectedCount tensors.
    std::vector<AffectedTensor> affected = {};
    std::uint64_t affectedCount = 0;

    bool operator==(const Finding&) const = default;
};

/// The message behind the name of its file, with which some begin: for a line that begins with the file already.
std::string_view messageBehindFile(std::string_view message, std::string_view fileName);

/// Collects findings; for one kind it keeps the first maximumPerCode and then counts, so that a file with a million
/// faults costs no more memory than a file with a thousand.
class Findings {
public:
    static constexpr std::size_t maximumPerCode = 1000;

    void add(Finding finding);
    /// Appends all of `other`, as findings of file number `file`, unless they are of none; without one, of the files
    /// that they have.
    void append(const Findings& other, std::optional<std::uint32_t> file = {});

    const std::vector<Finding>& list() const { return m_list; }
    /// How many of this code were found beyond those in the list.
    std::uint64_t suppressed(std::string_view code) const;
    /// Among all that were added, kept or not.
    bool hasErrors() const { return m_hasErrors; }
    /// True where the reference reader accepts the file.
    bool referenceAccepts() const { return !m_refused; }

    bool operator==(const Findings&) const = default;

private:
    std::vector<Finding> m_list;
    std::unordered_map<std::string_view, std::uint64_t> m_counts;
    bool m_hasErrors = false;
    bool m_refused = false;
};

} // namespace loupe
