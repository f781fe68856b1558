#pragma once

#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QToolButton;

namespace loupe {

/// Buttons side by side, of which one is down.
class ChoiceSwitch : public QWidget {
    Q_OBJECT

public:
    /// `choices`: a text and a tool tip each, at least one. The first one is chosen.
    explicit ChoiceSwitch(const std::vector<std::pair<QString, QString>>& choices, QWidget* parent = nullptr);

    std::size_t current() const;
    void setCurrent(std::size_t choice);
    const std::vector<QToolButton*>& buttons() const { return m_buttons; }

signals:
    /// Also where the same is chosen again.
    void changed();

private:
    std::vector<QToolButton*> m_buttons;
};

} // namespace loupe
