#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class Document;
class LocationControl;
class Notices;
class StartPage;
class WindowActions;

/// Asks people what to open, and with what to compare it: a file, a folder, an address, a sample, or one of those that
/// were opened before. Opens nothing itself.
class OpenControl : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        QWidget& window;
        const Document& document;
        WindowActions& actions;
        StartPage& start;
        Notices& notices;
    };

    explicit OpenControl(const Parts& parts);

    /// A path or address that was opened before; asks for a secret that it needs.
    void openRecent(const QString& path);
    /// The same of both sides of a comparison.
    void compareAgain(const QString& a, const QString& b);

signals:
    void openWanted(const QString& path);
    /// A comparison of two checkpoints; where `a` is empty, of what is open with `b`.
    void comparisonWanted(const QString& a, const QString& b);

private:
    void connectActions();
    void connectStartPage();
    void chooseFile();
    void chooseFolder();
    void chooseLocation();
    void choosePair();
    void chooseComparison();
    void chooseLocationToCompare();
    void openSample();

    Parts m_parts;
    LocationControl* m_locations;
};

} // namespace loupe
