#pragma once

#include <QList>
#include <QMenu>
#include <QString>

namespace loupe {

/// The recent comparisons, newest first. Stored in the user's settings and shared by all windows.
class RecentPairs {
public:
    static constexpr int maximum = 10;

    struct Pair {
        QString a;
        QString b;

        bool operator==(const Pair&) const = default;
    };

    /// Skips invalid entries.
    static QList<Pair> list();
    /// Puts the absolute paths or addresses at the front.
    static void add(const QString& a, const QString& b);
    static void clear();
};

/// A menu of recent comparisons, filled when it is opened.
class RecentPairsMenu : public QMenu {
    Q_OBJECT

public:
    explicit RecentPairsMenu(QWidget* parent = nullptr);

signals:
    void chosen(const QString& a, const QString& b);

private:
    void fill();
};

} // namespace loupe
