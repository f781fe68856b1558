#pragma once

#include "views/kit/plain_edit.h"

namespace loupe {

/// A full text from a file, limited to what can be laid out quickly. Line breaks are kept; other characters that could
/// mislead a reader are spelled out.
class ValuePane : public PlainEdit {
    Q_OBJECT

public:
    /// `name` is for assistive technology.
    explicit ValuePane(const QString& name, QWidget* parent = nullptr);

    void setValue(const QString& whole);
};

} // namespace loupe
