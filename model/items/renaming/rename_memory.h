#pragma once

#include "core/result.h"
#include "items/compare/pairing_choice.h"

#include <QString>

#include <filesystem>

namespace loupe {

/// Keeps what pairs of checkpoints were paired by, a small file for each in one folder. To be used in jobs.
class RenameMemory {
public:
    static constexpr int maximumPairs = 50; ///< of checkpoints: those that were kept last
    static constexpr qint64 maximumBytes = 8 * 1024 * 1024; ///< of one of them
    static constexpr std::size_t maximumRules = 64;

    /// The folder need not be there.
    explicit RenameMemory(QString folder);

    /// Nothing if nothing was kept, or what was kept is damaged.
    PairingChoice load(const std::filesystem::path& a, const std::filesystem::path& b) const;
    /// An empty choice is forgotten. Fails with TooLarge, or as writeFileAtOnce() does; then nothing is kept.
    Result<> save(const std::filesystem::path& a, const std::filesystem::path& b, const PairingChoice& choice) const;

private:
    void forgetOldest() const;

    QString m_folder;
};

} // namespace loupe
