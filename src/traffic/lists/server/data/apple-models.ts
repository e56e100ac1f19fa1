/**
 * Which systems phones and tablets of Apple can run: the model and its first and last major version of iOS or iPadOS.
 * `-` is a model that still gets new ones, or whose last one is too young to be sure of.
 *
 * Facts from Apple's own pages, written down on 2026-11-25: "Identify your iPhone model" and "iPhone models compatible
 * with iOS ..." for each version, the same for the iPad. Names with a comma are what devices report; the others are what
 * people and some trackers write. Models that are not here are never doubted.
 */
export const APPLE_MODELS = `
  iPhone1,1 1 3; iPhone1,2 2 4; iPhone2,1 3 6; iPhone3,1 4 7; iPhone3,2 4 7; iPhone3,3 4 7; iPhone4,1 5 9;
  iPhone5,1 6 10; iPhone5,2 6 10; iPhone5,3 7 10; iPhone5,4 7 10; iPhone6,1 7 12; iPhone6,2 7 12;
  iPhone7,1 8 12; iPhone7,2 8 12; iPhone8,1 9 15; iPhone8,2 9 15; iPhone8,4 9 15;
  iPhone9,1 10 15; iPhone9,2 10 15; iPhone9,3 10 15; iPhone9,4 10 15;
  iPhone10,1 11 16; iPhone10,2 11 16; iPhone10,3 11 16; iPhone10,4 11 16; iPhone10,5 11 16; iPhone10,6 11 16;
  iPhone11,2 12 18; iPhone11,4 12 18; iPhone11,6 12 18; iPhone11,8 12 18;
  iPhone12,1 13 -; iPhone12,3 13 -; iPhone12,5 13 -; iPhone12,8 13 -;
  iPhone13,1 14 -; iPhone13,2 14 -; iPhone13,3 14 -; iPhone13,4 14 -;
  iPhone14,2 15 -; iPhone14,3 15 -; iPhone14,4 15 -; iPhone14,5 15 -; iPhone14,6 15 -; iPhone14,7 16 -; iPhone14,8 16 -;
  iPhone15,2 16 -; iPhone15,3 16 -; iPhone15,4 17 -; iPhone15,5 17 -; iPhone16,1 17 -; iPhone16,2 17 -;
  iPhone17,1 18 -; iPhone17,2 18 -; iPhone17,3 18 -; iPhone17,4 18 -; iPhone17,5 18 -;
  iPad1,1 3 5; iPad2,1 4 9; iPad2,2 4 9; iPad2,3 4 9; iPad2,4 4 9; iPad2,5 6 9; iPad2,6 6 9; iPad2,7 6 9;
  iPad3,1 5 9; iPad3,2 5 9; iPad3,3 5 9; iPad3,4 6 10; iPad3,5 6 10; iPad3,6 6 10;
  iPad4,1 7 12; iPad4,2 7 12; iPad4,3 7 12; iPad4,4 7 12; iPad4,5 7 12; iPad4,6 7 12; iPad4,7 8 12; iPad4,8 8 12;
  iPad4,9 8 12; iPad5,1 9 15; iPad5,2 9 15; iPad5,3 8 15; iPad5,4 8 15;
  iPod5,1 6 9; iPod7,1 8 12; iPod9,1 12 15;
  iPhone 4 4 7; iPhone 4s 5 9; iPhone 5 6 10; iPhone 5c 7 10; iPhone 5s 7 12; iPhone 6 8 12; iPhone 6 Plus 8 12;
  iPhone 6s 9 15; iPhone 6s Plus 9 15; iPhone 7 10 15; iPhone 7 Plus 10 15; iPhone 8 11 16; iPhone 8 Plus 11 16;
  iPhone X 11 16; iPhone XR 12 18; iPhone XS 12 18; iPhone XS Max 12 18;
  iPhone 11 13 -; iPhone 11 Pro 13 -; iPhone 11 Pro Max 13 -; iPhone 12 14 -; iPhone 12 mini 14 -; iPhone 12 Pro 14 -;
  iPhone 12 Pro Max 14 -; iPhone 13 15 -; iPhone 13 mini 15 -; iPhone 13 Pro 15 -; iPhone 13 Pro Max 15 -;
  iPhone 14 16 -; iPhone 14 Plus 16 -; iPhone 14 Pro 16 -; iPhone 14 Pro Max 16 -; iPhone 15 17 -; iPhone 15 Plus 17 -;
  iPhone 15 Pro 17 -; iPhone 15 Pro Max 17 -; iPhone 16 18 -; iPhone 16 Plus 18 -; iPhone 16 Pro 18 -;
  iPhone 16 Pro Max 18 -`;
