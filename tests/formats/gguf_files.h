#pragma once

#include "format_files.h"

#include <cctype>
#include <cmath>
#include <ostream>
#include <vector>

namespace loupe::test {

/// A file in the GGUF manifest, written or judged by ggml itself. Files that ggml refuses are in tests/data/malformed.
struct GgufSample {
    nlohmann::json file;

    std::string name() const { return file["file"].get<std::string>(); }
    std::filesystem::path path() const
    {
        const auto sound = dataPath("gguf/" + name());
        return std::filesystem::exists(sound) ? sound : dataPath("malformed/" + name());
    }
    bool accepted() const { return file.value("reference_accepts", true); }
    /// Whether the manifest describes the content.
    bool isDescribed() const { return file.contains("tensors"); }
    friend void PrintTo(const GgufSample& sample, std::ostream* out) { *out << sample.name(); }
};

inline std::vector<GgufSample> ggufSamples(bool onlyDescribed)
{
    std::vector<GgufSample> samples;
    const auto manifest = readJson("gguf/manifest.json");
    for (const auto& file : manifest["files"]) {
        const GgufSample sample{file};
        if (sample.isDescribed() || !onlyDescribed)
            samples.push_back(sample);
    }
    return samples;
}

/// Our name of a type that the manifest spells like "q4_K".
inline std::string ggufTypeText(const nlohmann::json& tensor)
{
    auto name = tensor["type_name"].get<std::string>();
    for (char& letter : name)
        letter = static_cast<char>(std::toupper(letter));
    return name;
}

} // namespace loupe::test
