#pragma once

#include "numpy_files.h"

#include "formats/shared/secret.h"

#include <ostream>

namespace loupe::test {

/// A file of the manifest, which tensorizer itself wrote and read back.
struct TensorizerSample {
    nlohmann::json file;

    std::string name() const { return file["file"].get<std::string>(); }
    std::filesystem::path path() const { return dataPath("tensorizer/" + name()); }
    const nlohmann::json& tensors() const { return file["tensors_in_index_order"]; }
    bool isEncrypted() const { return file.contains("encryption"); }
    friend void PrintTo(const TensorizerSample& sample, std::ostream* out) { *out << sample.name(); }
};

inline std::vector<TensorizerSample> tensorizerSamples()
{
    std::vector<TensorizerSample> samples;
    const auto manifest = readJson("tensorizer/manifest.json");
    for (const auto& file : manifest["files"])
        samples.push_back({file});
    return samples;
}

/// A hand-assembled file, its findings, and the reference's error.
struct TensorizerHostile {
    nlohmann::json file;

    std::filesystem::path path() const { return dataPath("malformed/" + file["file"].get<std::string>()); }
    friend void PrintTo(const TensorizerHostile& hostile, std::ostream* out)
    {
        *out << hostile.file["what"].get<std::string>();
    }
};

inline std::vector<TensorizerHostile> tensorizerHostiles()
{
    std::vector<TensorizerHostile> hostiles;
    const auto list = readJson("tensorizer/hostile.json");
    for (const auto& file : list["files"])
        hostiles.push_back({file});
    return hostiles;
}

/// ["a", "y", 0] becomes "a.y.0".
inline std::string joined(const nlohmann::json& name)
{
    if (name.is_string())
        return name.get<std::string>();
    std::string text;
    for (const auto& key : name)
        text += (text.empty() ? "" : ".") + (key.is_string() ? key.get<std::string>() : key.dump());
    return text;
}

inline Secret keyOf(std::string_view text)
{
    return *Secret::key(std::as_bytes(std::span(text)));
}

inline Secret passphraseOf(std::string_view text)
{
    return *Secret::passphrase(std::as_bytes(std::span(text)));
}

/// The secret that opens the sample.
inline Secret secretOf(const TensorizerSample& sample)
{
    const nlohmann::json& encryption = sample.file["encryption"];
    return encryption.contains("passphrase") ? passphraseOf(encryption["passphrase"].get<std::string>())
                                             : keyOf(encryption["key_hex"].get<std::string>());
}

inline Result<std::shared_ptr<const Checkpoint>> openWith(
    const std::filesystem::path& path, const Secret& secret, Source::Access access = Source::Access::Automatic)
{
    return openCheckpoint(path, {}, access, {}, &secret);
}

/// Opens the file with its secret, if it has one. Returns null and fails the test if it cannot be opened.
inline std::shared_ptr<const Checkpoint> openUnlocked(const TensorizerSample& sample)
{
    if (!sample.isEncrypted())
        return open(sample.path());
    const auto checkpoint = openWith(sample.path(), secretOf(sample));
    EXPECT_TRUE(checkpoint.has_value());
    return checkpoint ? *checkpoint : nullptr;
}

} // namespace loupe::test
