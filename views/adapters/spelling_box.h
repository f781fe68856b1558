#pragma once

#include "insight/adapter_name.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace loupe {

/// The programs whose names an adapter can have.
class SpellingBox : public QComboBox {
    Q_OBJECT

public:
    /// `own`: the adapter's present names, which are the initial choice; nothing if there is no adapter yet.
    explicit SpellingBox(std::optional<AdapterSpelling> own, QWidget* parent = nullptr);

    /// Nothing: the names stay as they are.
    std::optional<AdapterSpelling> spelling() const;
    void choose(AdapterSpelling spelling);

private:
    std::vector<std::optional<AdapterSpelling>> m_spellings; ///< by row
};

} // namespace loupe
