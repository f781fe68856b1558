#pragma once

#include "core/result.h"
#include "insight/adapter_name.h"
#include "saving/writing/atomic_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view adapterConfigName = "adapter_config.json";

/// The file name without suffix that loaders look for in a folder: "adapter_model".
std::string_view adapterStem(AdapterSpelling spelling);

/// The adapter_config.json next to an adapter, which states its alpha.
class ConfigBeside {
public:
    /// There is no such file.
    ConfigBeside() = default;
    /// `text`: empty if there is no such file. `output`: the adapter's file. `of`: the adapter from which the text was
    /// made; empty if there is none.
    ConfigBeside(std::string text, const std::filesystem::path& output, const std::filesystem::path& of);

    bool isEmpty() const { return m_text.empty(); }
    const std::filesystem::path& path() const { return m_path; }
    std::uint64_t bytes() const { return m_text.size(); }
    /// Whether a file with that name exists.
    bool exists() const;

    /// Fails with Exists if it would replace the configuration of the input adapter or, with Existing::Refuse, any
    /// other one. Loaders look for this name only, so a folder has room for one configuration.
    Result<> check(Existing existing) const;
    /// Fails as check() does, and as AtomicFile does.
    Result<> write(Existing existing) const;

private:
    std::string m_text;
    std::filesystem::path m_path;
    bool m_isOfInput = false;
};

} // namespace loupe
