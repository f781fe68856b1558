#include "adapters/config_beside.h"

#include <span>
#include <system_error>
#include <utility>

namespace loupe {

std::string_view adapterStem(AdapterSpelling spelling)
{
    switch (spelling) {
    case AdapterSpelling::Peft:
        return "adapter_model";
    case AdapterSpelling::Diffusers:
        return "pytorch_lora_weights";
    case AdapterSpelling::Kohya:
    case AdapterSpelling::ComfyUi:
        break;
    }
    return "lora";
}

ConfigBeside::ConfigBeside(std::string text, const std::filesystem::path& output, const std::filesystem::path& of)
    : m_text(std::move(text))
    , m_path(output.parent_path() / adapterConfigName)
{
    std::error_code ignored;
    const auto folder = std::filesystem::is_directory(of, ignored) ? of : of.parent_path();
    m_isOfInput = !of.empty() && std::filesystem::equivalent(folder / adapterConfigName, m_path, ignored)
        && !std::filesystem::equivalent(of, output, ignored);
}

bool ConfigBeside::exists() const
{
    std::error_code ignored;
    return !m_text.empty() && std::filesystem::exists(m_path, ignored);
}

Result<> ConfigBeside::check(Existing existing) const
{
    if (!exists())
        return {};
    if (m_isOfInput) {
        return fail(ErrorCode::Exists,
            "is the configuration of the input adapter, and would be overwritten; write to "
            "another folder",
            m_path.string());
    }
    if (existing == Existing::Replace)
        return {};
    return fail(ErrorCode::Exists,
        "already exists and holds the alpha of another adapter in this folder; write to another folder",
        m_path.string());
}

Result<> ConfigBeside::write(Existing existing) const
{
    if (m_text.empty())
        return {};
    if (auto possible = check(existing); !possible)
        return possible;
    const auto bytes = std::as_bytes(std::span(m_text));
    auto file = AtomicFile::create(m_path, bytes.size(), existing);
    if (!file)
        return fail(std::move(file.error()));
    return (*file)->write(0, bytes).and_then([&] { return (*file)->sync(); }).and_then([&] {
        return (*file)->commit();
    });
}

} // namespace loupe
