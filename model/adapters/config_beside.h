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

/// What loaders of the spelling look for in a folder, without a suffix: "adapter_model".
std::string_view adapterStem(AdapterSpelling spelling);

/// adapter_config.json next to an adapter, which says its alpha.
class ConfigBeside {
public:
    /// None.
    ConfigBeside() = default;
    /// `text`: empty if there is none. `output`: the file of the adapter. `of`: the adapter that the text is made
    /// of; empty if it is of none.
    ConfigBeside(std::string text, const std::filesystem::path& output, const std::filesystem::path& of);

    bool isEmpty() const { return m_text.empty(); }
    const std::filesystem::path& path() const { return m_path; }
    std::uint64_t bytes() const { return m_text.size(); }
    /// There is a file of that name.
    bool exists() const;

    /// Fails with Exists if it would replace that of the adapter that is read, or any other one with
    /// Existing::Refuse: loaders look for it under this name alone, so that a folder has room for one.
    Result<> check(Existing existing) const;
    /// Fails as check() does, and as AtomicFile does.
    Result<> write(Existing existing) const;

private:
    std::string m_text;
    std::filesystem::path m_path;
    bool m_isOfInput = false;
};

} // namespace loupe
