#pragma once

#include "items/session/left_out.h"

#include <QDialog>

namespace loupe {

/// All that is omitted, as text that can be selected and copied. To be shown with open(); deletes itself.
class LeftOutDialog : public QDialog {
    Q_OBJECT

public:
    explicit LeftOutDialog(const LeftOut& left, QWidget* parent);
};

} // namespace loupe
