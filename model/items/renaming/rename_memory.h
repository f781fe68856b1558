#pragma once

#include "core/result.h"
#include "items/compare/pairing_choice.h"

#include <QString>

#include <filesystem>

namespace loupe {

/// Remembers how pairs of checkpoints were paired, in a small file for each pair, all in one folder. For use in jobs.
class RenameMemory {
public:
    static constexpr int maximumPairs = 50; ///< pairs of checkpoints; the most recently saved ones stay
    static constexpr qint64 maximumBytes = 8 * 1024 * 1024; ///< of one file
    static constexpr std::size_t maximumRules = 64;

    /// The folder need not exist.
    explicit RenameMemory(QString folder);

    /// If only B with A was saved, that choice with both sides exchanged. An empty choice if nothing was saved, or the
    /// file is damaged.
    PairingChoice load(const std::filesystem::path& a, const std::filesystem::path& b) const;
    /// Replaces what was saved for these two, in either order, except rename rules from B to A. Forgets them if the
    /// choice is empty. Fails with TooLarge, or as writeFileAtOnce() does; then nothing is remembered.
    Result<> save(const std::filesystem::path& a, const std::filesystem::path& b, const PairingChoice& choice) const;

private:
    PairingChoice read(const QString& pathA, const QString& pathB) const;
    void forgetOldest() const;

    QString m_folder;
};

} // namespace loupe
